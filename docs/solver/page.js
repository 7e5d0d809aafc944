// The page of the solver: fields and grids to a spot, the spot to the worker, its reports to tables and to the grid of
// strategies. The address of the page always is that of the spot.

import { cellOf, drawReadings, fill, makeCells, makePaintable, painted } from "../calculator/hands.js";

const PLAYERS = ["hero", "villain"];
const STREETS = ["turn", "river"];
const SIZES = STREETS.flatMap((street) => PLAYERS.flatMap((player) => [`${street}-${player}-bets`, `${street}-${player}-raises`]));
// The spot of an address in which a field is missing has this in its place.
const DEFAULTS = {
  board: "Td9d6hQc2s",
  hero: "66+, A8s+, A5s, A4s, AJo+, K9s+, KQo, QTs+, JTs, 96s+, 85s+, 75s+, 65s, 54s",
  villain: "QQ-22, AQs-A2s, ATo+, K5s+, KJo+, Q8s+, J8s+, T7s+, 96s+, 86s+, 75s+, 64s+, 53s+",
  pot: "200",
  stack: "900",
  ...Object.fromEntries(SIZES.map((id) => [id, id.endsWith("bets") ? "50, 100" : "all-in"])),
  "max-bets": "2",
  target: "0.1",
};
const FIELDS = Object.keys(DEFAULTS);
// Colours of actions: further ones share the last.
const COLOURS = 8;

const at = (id) => document.getElementById(id);
const field = Object.fromEntries(FIELDS.map((id) => [id, at(id)]));
const [problem, status, answer, grid] = [at("problem"), at("status"), at("answer"), at("strategy-grid")];

let pokerbits;
let worker;
// The number of the last question, and of the one that the worker has not ended; whether the last is to be solved further;
// the last report of it.
let asked = 0;
let working = null;
let isRunning = false;
let report = null;
// The spot of the report, for its numbers in chips.
let shownSpot = null;
const rangeCells = {};
let cells = [];
let chosen = null;

async function main() {
  readAddress();
  try {
    const { loadSolver } = await import("./pokerbits/solver.js");
    pokerbits = await loadSolver();
  } catch {
    status.textContent = "The solver could not be loaded.";
    return;
  }
  for (const player of PLAYERS) {
    const grid = at(`${player}-grid`);
    rangeCells[player] = makeCells(grid, pokerbits);
    makePaintable(grid, rangeCells[player], (cell, adds) => paint(player, cell, adds));
  }
  cells = makeCells(grid, pokerbits);
  for (const name of ["focusin", "pointerover"]) grid.addEventListener(name, (event) => choose(cellOf(cells, event.target)));
  for (const of of Object.values(field)) of.addEventListener("input", spotChanged);
  at("spot").addEventListener("submit", (event) => (event.preventDefault(), solve()));
  at("stop").addEventListener("click", stop);
  at("copy").addEventListener("click", copyAddress);
  at("all").addEventListener("toggle", drawAll);
  addEventListener("popstate", () => (readAddress(), spotChanged()));
  startWorker();
  spotChanged();
}

// The address

function readAddress() {
  const given = new URLSearchParams(location.search);
  for (const id of FIELDS) field[id].value = given.get(id) ?? DEFAULTS[id];
}

function address() {
  const isTurn = hasTurn();
  const given = FIELDS.filter((id) => isTurn || !id.startsWith("turn-")).map((id) => [id, field[id].value.trim()]);
  return `${location.pathname}?${new URLSearchParams(given)}`;
}

async function copyAddress() {
  try {
    await navigator.clipboard.writeText(new URL(address(), location.href).href);
    status.textContent = "Copied.";
  } catch {
    status.textContent = "The browser does not allow copying: take the address from its bar.";
  }
}

// The question

// A board of four cards, or of fewer while it is typed.
const hasTurn = () => field.board.value.replace(/10/g, "T").replace(/[\s,]/g, "").length <= 8;

function spotChanged() {
  for (const row of document.querySelectorAll("#sizes .turn")) row.hidden = !hasTurn();
  history.replaceState(null, "", address());
  for (const player of PLAYERS) drawRange(player);
  drawReadings(at("readings"), [["Hero", field.hero.value.trim()], ["Villain", field.villain.value.trim()]], pokerbits);
  stop();
  asked += 1;
  [report, chosen] = [null, null];
  answer.hidden = true;
  show(null);
  status.textContent = "Press Solve.";
}

class Wrong extends Error {}

function numberOf(id, name) {
  const text = field[id].value.trim();
  const number = Number(text);
  if (!text || !Number.isFinite(number)) throw new Wrong(`${name}: cannot read ${JSON.stringify(text)}: expected a number`);
  return number;
}

function sizesOf(street, player, kind) {
  const parts = field[`${street}-${player}-${kind}`].value.split(/[\s,;]+/).filter(Boolean);
  return parts.map((part) => {
    if (/^(all-?in|a)$/i.test(part)) return "all-in";
    const percent = Number(part.replace(/%$/, ""));
    if (!(percent > 0 && Number.isFinite(percent))) {
      const expected = "expected sizes in % of the pot, such as 50, 100, all-in";
      throw new Wrong(`${kind} on the ${street} of ${player}: cannot read ${JSON.stringify(part)}: ${expected}`);
    }
    return percent / 100;
  });
}

function spotOf() {
  const maxBets = numberOf("max-bets", "most bets");
  const streets = hasTurn() ? STREETS : ["river"];
  const of = (player) =>
    streets.map((street) => ({ bets: sizesOf(street, player, "bets"), raises: sizesOf(street, player, "raises"), maxBets }));
  return {
    board: field.board.value,
    hero: field.hero.value,
    villain: field.villain.value,
    pot: numberOf("pot", "pot"),
    stack: numberOf("stack", "stack"),
    sizes: { hero: of("hero"), villain: of("villain") },
  };
}

function startWorker() {
  worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
  worker.addEventListener("message", answered);
  worker.addEventListener("error", () => {
    setRunning(false);
    setWorking(null);
    status.textContent = "The solver could not be loaded.";
  });
}

function solve() {
  stop();
  asked += 1;
  try {
    const target = numberOf("target", "stop at") / 100;
    if (!(target > 0)) throw new Wrong("stop at: expected more than 0% of the pot");
    shownSpot = spotOf();
    show(null);
    setRunning(true);
    setWorking(asked);
    status.textContent = "Solving";
    worker.postMessage({ number: asked, spot: shownSpot, target });
  } catch (error) {
    if (!(error instanceof Wrong)) throw error;
    show(error.message);
  }
}

function stop() {
  if (isRunning) worker.postMessage({ stop: true });
  setRunning(false);
}

function setRunning(is) {
  isRunning = is;
  at("stop").disabled = !is;
  // Only the end is read out.
  status.ariaLive = is ? "off" : "polite";
}

function setWorking(number) {
  working = number;
  at("solver").ariaBusy = String(number !== null);
}

function answered({ data }) {
  if (data.number === working && !data.isRunning) setWorking(null);
  if (data.number !== asked) return;
  if (data.problem) {
    setRunning(false);
    answer.hidden = true;
    show(data.problem);
    return;
  }
  if (!data.isRunning) setRunning(false);
  // Stopped before it began.
  if (!data.report) return;
  report = data.report;
  drawReport();
}

// Says what is wrong, if anything, and marks the field that the message is about: its first words say so.
function show(message) {
  problem.hidden = !message;
  problem.textContent = message ?? "";
  if (message) status.textContent = "";
  const about = { board: /^board/, hero: /^hero/, villain: /^villain/, pot: /^pot/, stack: /^stack/ };
  about["max-bets"] = /^(most bets|maxBets)/;
  about.target = /^stop at/;
  for (const id of SIZES) {
    const [street, player, kind] = id.split("-");
    about[id] = new RegExp(`^${kind} on the ${street} of ${player}`);
  }
  for (const [id, words] of Object.entries(about)) field[id].ariaInvalid = String(words.test(message ?? ""));
}

// The ranges

// The weights of a player's text; none while it cannot be read.
function weightsOf(player) {
  const text = field[player].value.trim();
  try {
    return text ? pokerbits.parseRange(text) : new Float64Array(1326);
  } catch {
    return null;
  }
}

function paint(player, cell, adds) {
  const weights = weightsOf(player);
  if (!weights) {
    status.textContent = `Mend the text of ${player} first: it cannot be read.`;
    return null;
  }
  const stroke = painted(weights, cell, adds);
  if (stroke.changed) {
    field[player].value = pokerbits.formatRange(weights);
    spotChanged();
  }
  return stroke.adds;
}

function drawRange(player) {
  const weights = weightsOf(player);
  at(`${player}-grid`).ariaBusy = String(!weights);
  for (const cell of rangeCells[player]) {
    fill(cell, weights);
    cell.button.title = cell.name;
  }
}

// The answer

const percent = (share, digits = 1) => `${(100 * share).toFixed(digits)}%`;
const chips = (number) => Number(number.toPrecision(6)).toString();
const colour = (action) => `var(--action-${Math.min(action, COLOURS - 1)})`;

function make(name, text = "", properties = {}) {
  const element = document.createElement(name);
  element.textContent = text;
  return Object.assign(element, properties);
}

function drawReport() {
  answer.hidden = false;
  const { iterations, exploitability, gains, actions, milliseconds, decisions } = report;
  const time = milliseconds < 1000 ? `${Number(milliseconds.toPrecision(2))} ms` : `${(milliseconds / 1000).toFixed(1)} s`;
  const solved = `Exploitability ${percent(exploitability, 3)} of the pot after ${iterations.toLocaleString("en")} iterations in ${time}`;
  status.textContent = isRunning ? `${solved}.` : `${solved}: ${decisions.toLocaleString("en")} decisions.`;
  at("values").tBodies[0].replaceChildren(
    ...PLAYERS.map((player, of) => {
      const row = make("tr");
      const share = 0.5 + gains[of];
      row.append(make("th", player === "hero" ? "Hero" : "Villain", { scope: "row" }), make("td", percent(share, 2)));
      row.append(make("td", chips(share * shownSpot.pot)));
      return row;
    }),
  );
  at("title").textContent = `Hero's first action on ${shownSpot.board.trim()}`;
  const all = mixOf(shownWeights(), [...shownWeights().keys()]);
  at("legend").replaceChildren(
    ...actions.map((name, action) => {
      const item = make("li", `${name} ${percent(all.shares[action])}`);
      item.style.setProperty("--action", colour(action));
      return item;
    }),
  );
  drawStrategy();
  drawHand();
  drawAll();
}

const shownWeights = () => pokerbits.parseRange(shownSpot.hero);

// What hero does with some combos, by weight: the share of each action, and the mean value as a share of the pot; how many
// combos there are, and their weight.
function mixOf(weights, combos) {
  const { strategy, values } = report;
  const known = combos.filter((combo) => weights[combo] > 0 && !Number.isNaN(strategy[0][combo]));
  const weight = known.reduce((sum, combo) => sum + weights[combo], 0);
  const mean = (of, some) => {
    const total = some.reduce((sum, combo) => sum + weights[combo], 0);
    return some.reduce((sum, combo) => sum + weights[combo] * of[combo], 0) / total;
  };
  // A hand that meets no hand of villain has no value.
  const value = 0.5 + mean(values, known.filter((combo) => !Number.isNaN(values[combo])));
  return { shares: strategy.map((of) => mean(of, known)), value, n: known.length, weight, known };
}

function drawStrategy() {
  const weights = shownWeights();
  for (const cell of cells) {
    const mix = mixOf(weights, cell.combos);
    const { button, small, name, combos } = cell;
    button.style.setProperty("--filled", percent(mix.weight / combos.length, 3));
    if (!mix.n) {
      button.style.removeProperty("--mix");
      [small.textContent, button.title] = ["", ""];
      button.ariaLabel = `${name}: not in the range`;
      continue;
    }
    let sum = 0;
    const stops = mix.shares.map((share, action) => {
      const from = sum;
      sum += share;
      return `${colour(action)} ${percent(from, 2)} ${percent(sum, 2)}`;
    });
    button.style.setProperty("--mix", `linear-gradient(to right, ${stops.join(", ")})`);
    small.textContent = (100 * (1 - mix.shares[0])).toFixed(0);
    button.ariaLabel = `${name}: ${report.actions.map((of, action) => `${of} ${percent(mix.shares[action])}`).join(", ")}; value ${valueText(mix.value)} of the pot`;
  }
}

const valueText = (value) => (Number.isNaN(value) ? "unknown" : percent(value));

function choose(cell) {
  if (!cell || cell === chosen) return;
  chosen?.button.classList.remove("chosen");
  chosen = cell;
  cell.button.classList.add("chosen");
  drawHand();
}

// A table of hands: for each row its name, its combos, and its mix.
function tableOf(caption, rows) {
  const table = make("table");
  if (caption) table.append(make("caption", caption));
  const head = make("tr");
  head.append(make("th", "Hand", { scope: "col" }), make("th", "Weight", { scope: "col" }));
  report.actions.forEach((name, action) => {
    const cell = make("th", name, { scope: "col", className: "action" });
    cell.style.setProperty("--action", colour(action));
    head.append(cell);
  });
  head.append(make("th", "Value", { scope: "col" }));
  table.append(make("thead"), make("tbody"));
  table.tHead.append(head);
  for (const [name, mix] of rows) {
    const row = make("tr");
    row.append(make("th", name, { scope: "row" }), make("td", String(Number(mix.weight.toFixed(3)))));
    row.append(...mix.shares.map((share) => make("td", percent(share))), make("td", valueText(mix.value)));
    table.tBodies[0].append(row);
  }
  return table;
}

const cardName = (card) => "23456789TJQKA"[card >> 2] + "cdhs"[card & 3];
const comboName = ([low, high]) => cardName(high) + cardName(low);

function drawHand() {
  if (!report) return;
  for (const cell of cells) cell.button.classList.toggle("chosen", cell === chosen);
  if (!chosen) {
    at("hand").replaceChildren(make("p", "The number in a cell is how often hero bets. Point at a hand, or move to it, for its combos."));
    return;
  }
  const weights = shownWeights();
  const { known } = mixOf(weights, chosen.combos);
  if (!known.length) {
    at("hand").replaceChildren(make("p", `${chosen.name}: not in hero's range on this board.`));
    return;
  }
  const rows = known.map((combo) => [comboName(pokerbits.combos[combo]), mixOf(weights, [combo])]);
  at("hand").replaceChildren(tableOf(`${chosen.name}, value as a share of the pot`, rows.reverse()));
}

function drawAll() {
  if (!report || !at("all").open) return;
  const weights = shownWeights();
  const rows = cells.map(({ name, combos }) => [name, mixOf(weights, combos)]).filter(([, { n }]) => n);
  at("all").querySelector(".scrolls").replaceChildren(tableOf("", rows));
}

main();
