// A grid of the 169 hand classes: cells that are reached by arrow keys, and painted by mouse, finger or keyboard.

const RANKS = "AKQJT98765432";

/** Fills an element with cells, a button each, and returns them: their names, their combos, and their elements. */
export function makeCells(grid, { handClasses, comboClasses }) {
  const number = new Map(handClasses.map((name, of) => [name, of]));
  const cells = [];
  for (const [row, high] of [...RANKS].entries()) {
    for (const [column, low] of [...RANKS].entries()) {
      const name = row === column ? high + low : row < column ? `${high}${low}s` : `${low}${high}o`;
      const of = number.get(name);
      const combos = [...comboClasses.keys()].filter((combo) => comboClasses[combo] === of);
      const button = document.createElement("button");
      button.type = "button";
      button.className = "cell";
      button.tabIndex = cells.length ? -1 : 0;
      const text = document.createElement("span");
      text.textContent = name;
      const small = document.createElement("small");
      button.append(text, small);
      cells.push({ name, combos, button, small });
    }
  }
  grid.replaceChildren(...cells.map(({ button }) => button));
  grid.addEventListener("keydown", (event) => moveFocus(cells, event));
  return cells;
}

/** The cell of an element within it, or nothing. */
export function cellOf(cells, element) {
  return cells.find(({ button }) => button.contains(element));
}

/** Calls `paint` with a cell and whether it adds, `null` at the first cell of a stroke, where it returns which it does. */
export function makePaintable(grid, cells, paint) {
  // A finger keeps the cell that it touched first as its target.
  const cellAt = ({ clientX, clientY }) => cellOf(cells, document.elementFromPoint(clientX, clientY));
  let adds = null;
  grid.addEventListener("pointerdown", (event) => {
    const cell = cellAt(event);
    if (!cell || event.button) return;
    adds = paint(cell, null);
  });
  addEventListener("pointermove", (event) => adds !== null && cellAt(event) && paint(cellAt(event), adds));
  for (const end of ["pointerup", "pointercancel"]) addEventListener(end, () => (adds = null));
  // A mouse or a finger paints; the keyboard clicks.
  grid.addEventListener("click", (event) => event.detail === 0 && paint(cellOf(cells, event.target), null));
}

/**
 * Adds the hands of a cell to weights, or removes them; by default what changes it. Returns whether it adds, and whether
 * weights have changed.
 */
export function painted(weights, { combos }, adds) {
  const isFull = combos.every((combo) => weights[combo] === 1);
  adds ??= !isFull;
  if (adds === isFull && (adds || combos.every((combo) => weights[combo] === 0))) return { adds, changed: false };
  for (const combo of combos) weights[combo] = Number(adds);
  return { adds, changed: true };
}

/** Fills a cell by the share of its combos that weights hold; without weights it is empty. */
export function fill({ combos, button }, weights) {
  const held = weights ? combos.reduce((sum, combo) => sum + weights[combo], 0) / combos.length : 0;
  button.style.setProperty("--filled", `${(100 * held).toFixed(3)}%`);
  button.ariaPressed = held === 1 ? "true" : held > 0 ? "mixed" : "false";
}

function moveFocus(cells, event) {
  const at = cells.findIndex(({ button }) => button.contains(document.activeElement));
  const [row, column] = [Math.floor(at / 13), at % 13];
  const to = {
    ArrowUp: row > 0 && at - 13,
    ArrowDown: row < 12 && at + 13,
    ArrowLeft: column > 0 && at - 1,
    ArrowRight: column < 12 && at + 1,
    Home: 13 * row,
    End: 13 * row + 12,
  }[event.key];
  if (at < 0 || to === undefined) return;
  event.preventDefault();
  if (to === false) return;
  for (const { button } of cells) button.tabIndex = -1;
  cells[to].button.tabIndex = 0;
  cells[to].button.focus();
}

// Says of which texts other programs read other ranges, in a paragraph that is hidden without them. `named` has a name and a
// text of each player.
export function drawReadings(paragraph, named, { parseRange, dialectsDiffer }) {
  const differs = ([, text]) => {
    try {
      return dialectsDiffer(text);
    } catch {
      return false;
    }
  };
  const size = (text, dialect) => {
    try {
      return `${parseRange(text, { dialect }).filter((weight) => weight > 0).length} combos`;
    } catch {
      return "an error";
    }
  };
  const notes = named.filter(differs).map(
    ([name, text]) =>
      `${name}: + and - move both cards of connected hands (${size(text, "both")}), ` +
      `and only the kicker in eval7 and PokerKit (${size(text, "kicker")}).`,
  );
  paragraph.hidden = !notes.length;
  paragraph.textContent = notes.join(" ");
}
