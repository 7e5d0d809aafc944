// Wide tables scroll. The keyboard reaches them only if they can have the focus; the theme wraps them after loading.
function makeTablesFocusable() {
  for (const wrap of document.querySelectorAll(".md-typeset__scrollwrap:not([tabindex])")) {
    wrap.tabIndex = 0;
  }
}

// The lines to run of a transcript: without prompts and outputs. An empty line ends a block, as a shell of Python needs it.
function linesToRun(text, prompts) {
  const [first, next] = prompts;
  const lines = [];
  let isBlock = false;
  let goesOn = false;
  for (const line of text.split("\n")) {
    if (line.startsWith(first)) {
      if (isBlock) lines.push("");
      lines.push(line.slice(first.length));
      isBlock = false;
      goesOn = true;
    } else if (goesOn && next !== null && line.startsWith(next.trimEnd())) {
      lines.push(line.slice(next.length));
      isBlock = /^\s/.test(lines.at(-1)) || lines.at(-1) === "";
    } else {
      // A line of a command that ends with a backslash goes on without a prompt.
      goesOn = goesOn && next === null && lines.at(-1).endsWith("\\");
      if (goesOn) lines.push(line);
    }
  }
  return lines.map((line) => line.replace(/\s*# doctest:.*$/, "")).join("\n");
}

// The theme's button copies `data-copy` instead of the text.
function makeTranscriptsRunnable() {
  for (const code of document.querySelectorAll("pre > code")) {
    const text = code.textContent;
    const prompts = [[">>> ", "... "], ["$ ", null]].find(([first]) => text.startsWith(first));
    if (prompts) code.dataset.copy = linesToRun(text, prompts);
  }
}

// In the reference, the members of a class are folded below a line with their names.
function foldMembers() {
  for (const members of document.querySelectorAll(".doc-class > .doc-contents > .doc-children")) {
    const headings = members.querySelectorAll(":scope > .doc-object > .doc-heading > .doc-object-name");
    const names = [...headings].map((heading) => heading.textContent.split(".").at(-1));
    if (names.length === 0) continue;
    const details = document.createElement("details");
    const summary = document.createElement("summary");
    details.className = "members";
    summary.textContent = `${names.length} ${names.length === 1 ? "member" : "members"}: ${names.join(", ")}`;
    members.before(details);
    details.append(summary, members);
  }
}

// A link to a member opens its class.
function openTarget() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  const details = target?.closest("details.members:not([open])");
  if (details) {
    details.open = true;
    target.scrollIntoView();
  }
}

addEventListener("hashchange", openTarget);
addEventListener("beforeprint", () => {
  for (const details of document.querySelectorAll("details.members")) details.open = true;
});
addEventListener("load", () => {
  foldMembers();
  openTarget();
  makeTranscriptsRunnable();
  makeTablesFocusable();
  const article = document.querySelector("article");
  if (article) {
    new MutationObserver(makeTablesFocusable).observe(article, { childList: true, subtree: true });
  }
});
