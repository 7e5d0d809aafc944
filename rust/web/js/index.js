// In a browser, or through a bundler: the module is fetched from beside this file.

import { moduleName, start } from "./pokerbits.js";

const FILES = {
  "core.wasm": new URL("./core.wasm", import.meta.url),
  "core_simd.wasm": new URL("./core_simd.wasm", import.meta.url),
};

let started;

/** Loads the module, once, and returns the functions. */
export function load() {
  started ??= start(fetch(FILES[moduleName()]));
  return started;
}
