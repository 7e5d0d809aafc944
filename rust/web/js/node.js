// In Node.js: the module is read from beside this file.

import { readFile } from "node:fs/promises";

import { moduleName, start } from "./pokerbits.js";

let started;

/** Loads the module, once, and returns the functions. */
export function load() {
  started ??= readFile(new URL(`./${moduleName()}`, import.meta.url)).then(start);
  return started;
}
