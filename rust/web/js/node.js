// In Node.js: the module is read from beside this file.

import { readFile } from "node:fs/promises";

import { giveOmaha, moduleName, start } from "./pokerbits.js";

let started;
let withOmaha;

/** Loads the module, once, and returns the functions. */
export function load() {
  started ??= readFile(new URL(`./${moduleName()}`, import.meta.url)).then(start);
  return started;
}

/** Loads the module and the table of Omaha hands before the flop, once, and returns the functions. */
export function loadOmaha() {
  withOmaha ??= Promise.all([load(), readFile(new URL("./omaha.bin", import.meta.url))]).then(([functions, table]) => {
    giveOmaha(table);
    return functions;
  });
  return withOmaha;
}
