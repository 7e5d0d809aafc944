// The page of the calculator: fields and the grid to a spot, the spot to the worker, its answer to the table and the grid.
// The address of the page always is that of the spot.

import { drawReadings, fill, makeCells, makePaintable, painted } from "./hands.js";

const FIELDS = ["game", "board", "dead", "player-1", "player-2", "player-3"];
// A count that takes longer is given up when the spot changes.
const PATIENCE = 200;

const field = Object.fromEntries(FIELDS.map((id) => [id, document.getElementById(id)]));
const table = document.querySelector("#equities tbody");
const problem = document.getElementById("problem");
const status = document.getElementById("status");
const readings = document.getElementById("readings");
const grid = document.getElementById("grid");
const shownOf = [...document.querySelectorAll("input[name=shown]")];

let pokerbits;
let worker;
// The number of the last question, of the one that the worker has, and since when; the last answer.
let asked = 0;
let begun = null;
let answer = null;
let cells = [];

async function main() {
  readAddress();
  try {
    const { load } = await import("./pokerbits/index.js");
    pokerbits = await load();
  } catch {
    status.textContent = "The calculator could not be loaded.";
    return;
  }
  cells = makeCells(grid, pokerbits);
  makePaintable(grid, cells, paint);
  for (const of of Object.values(field)) of.addEventListener("input", spotChanged);
  for (const radio of shownOf) radio.addEventListener("change", drawGrid);
  document.getElementById("spot").addEventListener("submit", (event) => event.preventDefault());
  document.getElementById("copy").addEventListener("click", copyAddress);
  addEventListener("popstate", () => (readAddress(), spotChanged()));
  spotChanged();
}

// The address

function readAddress() {
  const given = new URLSearchParams(location.search);
  const players = given.getAll("player");
  field.game.value = given.get("game") ?? "holdem";
  if (!field.game.value) field.game.value = "holdem";
  field.board.value = given.get("board") ?? "";
  field.dead.value = given.get("dead") ?? "";
  const defaults = players.length ? players : ["AA", "KK"];
  [1, 2, 3].forEach((player) => (field[`player-${player}`].value = defaults[player - 1] ?? ""));
}

function address() {
  const given = new URLSearchParams();
  if (field.game.value !== "holdem") given.set("game", field.game.value);
  for (const name of ["board", "dead"]) if (field[name].value.trim()) given.set(name, field[name].value.trim());
  for (const text of texts()) given.append("player", text);
  return `${location.pathname}?${given}`;
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

function texts() {
  const all = [1, 2, 3].map((player) => field[`player-${player}`].value.trim());
  return all[2] ? all : all.slice(0, 2);
}

function spotChanged() {
  const isOmaha = field.game.value.startsWith("omaha");
  document.getElementById("hands").hidden = isOmaha;
  drawReadings(readings, isOmaha ? [] : texts().map((text, player) => [`Player ${player + 1}`, text]), pokerbits);
  history.replaceState(null, "", address());
  drawGrid();
  asked += 1;
  // Without a network there may be no other worker.
  if (begun !== null && (performance.now() - begun < PATIENCE || !navigator.onLine)) return;
  if (begun !== null) {
    worker.terminate();
    worker = undefined;
  }
  ask();
}

function ask() {
  if (!worker) {
    worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
    worker.addEventListener("message", answered);
    worker.addEventListener("error", () => (status.textContent = "The calculator could not be loaded."));
  }
  begun = performance.now();
  document.getElementById("calculator").ariaBusy = "true";
  const options = { game: field.game.value, board: field.board.value, dead: field.dead.value };
  worker.postMessage({ number: asked, players: texts(), options });
  const number = asked;
  setTimeout(() => begun !== null && number === asked && (status.textContent = "Counting"), PATIENCE);
}

function answered({ data }) {
  begun = null;
  if (data.number !== asked) {
    ask();
    return;
  }
  answer = data;
  document.getElementById("calculator").ariaBusy = "false";
  drawAnswer();
  drawGrid();
}

// The answer

const percent = (share, digits = 3) => `${(100 * share).toFixed(digits)}%`;

function drawAnswer() {
  const { found, problem: message, milliseconds } = answer;
  problem.hidden = !message;
  problem.textContent = message ?? "";
  markFields(message ?? "");
  if (message) {
    table.replaceChildren();
    status.textContent = "";
    return;
  }
  const names = texts();
  table.replaceChildren(...found.players.map((of, player) => rowOf(player, names[player], of, found.exact)));
  const seconds = milliseconds < 1000 ? `${Number(milliseconds.toPrecision(2))} ms` : `${(milliseconds / 1000).toFixed(1)} s`;
  status.textContent = found.exact
    ? `${dealsOf(found)}counted in ${seconds}.`
    : `${found.samples.toLocaleString("en")} samples in ${seconds}: an exact count would take too long here.`;
}

function dealsOf({ players, denominator }) {
  const { counts } = players[0];
  if (!counts) return "All deals ";
  const total = counts.wins + counts.losses + counts.ties.reduce((sum, ties) => sum + ties, 0n);
  const deals = total % denominator === 0n ? total / denominator : total;
  return `All ${deals.toLocaleString("en")} ${deals === total && denominator > 1n ? `weighted deals (times ${denominator}) ` : "deals "}`;
}

function rowOf(player, name, of, exact) {
  const row = document.createElement("tr");
  const head = document.createElement("th");
  head.scope = "row";
  head.textContent = `${player + 1}: ${name.length > 40 ? `${name.slice(0, 40)}…` : name}`;
  const equity = document.createElement("td");
  const withError = (share, error) => percent(share) + (exact ? "" : ` ± ${percent(error)}`);
  equity.textContent = withError(of.equity, of.stdError);
  const bar = document.createElement("span");
  bar.className = "bar";
  bar.style.width = percent(of.equity);
  equity.append(bar);
  const others = ["win", "tie", "lose"].map((name) => {
    const cell = document.createElement("td");
    cell.textContent = withError(of[name], of[`${name}StdError`]);
    return cell;
  });
  row.append(head, equity, ...others);
  return row;
}

// The field that a message is about: its first words say so.
function markFields(message) {
  const about = { board: /^board/, dead: /^dead/ };
  for (const player of [1, 2, 3]) about[`player-${player}`] = new RegExp(`^player ${player}:`);
  for (const [id, words] of Object.entries(about)) field[id].ariaInvalid = String(words.test(message));
}

// The grid

const shownPlayer = () => shownOf.findIndex((radio) => radio.checked);

// The weights of a player's text; none while it cannot be read.
function weightsOf(player) {
  const text = field[`player-${player + 1}`].value.trim();
  try {
    return text ? pokerbits.parseRange(text) : new Float64Array(1326);
  } catch {
    return null;
  }
}

// Adds the hands of a cell, or removes them. Returns whether it adds.
function paint(cell, adds) {
  const player = shownPlayer();
  const weights = weightsOf(player);
  if (!weights) {
    status.textContent = "Mend the text of this player first: it cannot be read.";
    return null;
  }
  const stroke = painted(weights, cell, adds);
  if (stroke.changed) {
    field[`player-${player + 1}`].value = pokerbits.formatRange(weights);
    spotChanged();
  }
  return stroke.adds;
}

function drawGrid() {
  const player = shownPlayer();
  const weights = weightsOf(player);
  const equities = answer?.number === asked ? answer.found?.players[player]?.comboEquity : null;
  grid.ariaBusy = String(!weights);
  for (const cell of cells) {
    fill(cell, weights);
    const mean = equities && weights ? meanOf(equities, weights, cell.combos) : null;
    cell.small.textContent = mean === null ? "" : (100 * mean).toFixed(0);
    cell.button.title = mean === null ? cell.name : `${cell.name}: equity ${percent(mean, 2)}`;
  }
}

function meanOf(equities, weights, combos) {
  let [sum, total] = [0, 0];
  for (const combo of combos) {
    if (weights[combo] > 0 && !Number.isNaN(equities[combo])) {
      sum += weights[combo] * equities[combo];
      total += weights[combo];
    }
  }
  return total > 0 ? sum / total : null;
}

main();
