// In a browser, or through a bundler: the module is fetched from beside this file.

import { giveOmaha, moduleName, start } from "./pokerbits.js";

const FILES = {
  "core.wasm": new URL("./core.wasm", import.meta.url),
  "core_simd.wasm": new URL("./core_simd.wasm", import.meta.url),
};

const OMAHA = new URL("./omaha.bin", import.meta.url);

let started;
let withOmaha;

/** Loads the module, once, and returns the functions. */
export function load() {
  started ??= start(fetch(FILES[moduleName()]));
  return started;
}

/** Loads the module and the table of Omaha hands before the flop, once, and returns the functions. */
export function loadOmaha() {
  withOmaha ??= Promise.all([load(), fetch(OMAHA)])
    .then(async ([functions, response]) => {
      if (!response.ok) throw new Error(`the table of Omaha could not be loaded: ${response.status}`);
      giveOmaha(await response.arrayBuffer());
      return functions;
    })
    .catch((error) => {
      // The next call tries again.
      withOmaha = undefined;
      throw error;
    });
  return withOmaha;
}
