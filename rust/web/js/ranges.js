// Ranges as text, by the functions of either WebAssembly module.

/** Whether a dialect is that of the kicker. */
export function isKicker(dialect) {
  if (dialect !== "both" && dialect !== "kicker") throw new Error(`dialect: expected "both" or "kicker", found ${dialect}`);
  return dialect === "kicker";
}

/** The functions of a module, which has started. */
export function rangesBy(core) {
  return {
    parseRange: (text, { dialect = "both" } = {}) => core.range_weights(text, isKicker(dialect)),
    formatRange: (weights) => core.range_text(Float64Array.from(weights)),
    dialectsDiffer: (text) => core.dialects_differ(text),
  };
}
