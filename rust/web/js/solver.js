// In a browser, or through a bundler: the module of the solver is fetched from beside this file.

import { start } from "./solving.js";
import { hasVectors } from "./vectors.js";

export { ALL_IN } from "./solving.js";

const FILES = {
  plain: new URL("./solver.wasm", import.meta.url),
  vectors: new URL("./solver_simd.wasm", import.meta.url),
};

let started;

/** Loads the solver, once, and returns its functions. */
export function loadSolver() {
  started ??= start(fetch(hasVectors() ? FILES.vectors : FILES.plain)).catch((error) => {
    // The next call tries again.
    started = undefined;
    throw error;
  });
  return started;
}
