/** On the server: an element that brings data with the page. The browser runs no script of this type. */
export function renderPageData(id: string, data: unknown): string {
  // inside a script element, `<` could end it
  const json = JSON.stringify(data).replaceAll("<", "\\u003c");
  return `<script type="application/json" id="${id}">${json}</script>`;
}

/** In the browser, before hydration: takes that data out of the page, as React did not render it. Undefined: none. */
export function takePageData(id: string): unknown {
  const element = document.getElementById(id);
  element?.remove();
  return element?.textContent ? JSON.parse(element.textContent) : undefined;
}
