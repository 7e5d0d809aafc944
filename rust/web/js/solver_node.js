// In Node.js: the module of the solver is read from beside this file.

import { readFile } from "node:fs/promises";

import { start } from "./solving.js";
import { hasVectors } from "./vectors.js";

export { ALL_IN } from "./solving.js";

let started;

/** Loads the solver, once, and returns its functions. */
export function loadSolver() {
  const name = hasVectors() ? "./solver_simd.wasm" : "./solver.wasm";
  started ??= readFile(new URL(name, import.meta.url)).then(start);
  return started;
}
