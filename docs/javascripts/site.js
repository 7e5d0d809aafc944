// Wide tables scroll. The keyboard reaches them only if they can have the focus; the theme wraps them after loading.
function makeTablesFocusable() {
  for (const wrap of document.querySelectorAll(".md-typeset__scrollwrap:not([tabindex])")) {
    wrap.tabIndex = 0;
  }
}

addEventListener("load", () => {
  makeTablesFocusable();
  const article = document.querySelector("article");
  if (article) {
    new MutationObserver(makeTablesFocusable).observe(article, { childList: true, subtree: true });
  }
});
