// Counts deals beside the page, which stays free to be typed into.

import { load, loadOmaha } from "./pokerbits/index.js";

const loaded = load();
// The first question before the flop unpacks the table of all matchups: this one, not the user's.
loaded.then(({ equity }) => equity(["AA", "KK"])).catch(() => {});

addEventListener("message", async ({ data: { number, players, options } }) => {
  try {
    // Only Omaha needs a table that no other game needs.
    const { equity } = await (options.game === "omaha" ? loadOmaha() : loaded);
    const start = performance.now();
    const found = equity(players, options);
    postMessage({ number, found, milliseconds: performance.now() - start });
  } catch (error) {
    postMessage({ number, problem: error.message });
  }
});
