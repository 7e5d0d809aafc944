// Whether this machine runs WebAssembly with vector instructions.

// A module with one function, which returns the vector of bytes 0: browsers without vectors refuse it.
const WITH_VECTORS = [
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 8, 1, 6, 0, 65, 0, 253, 15, 11,
];

/** Whether it does. */
export function hasVectors() {
  return WebAssembly.validate(new Uint8Array(WITH_VECTORS));
}
