/** If the viewport loses less height than this, in pixels, no keyboard is open. */
const smallestKeyboardPx = 80;

/** A ref. For browsers that lay the keyboard over the page (Safari); others heed `interactive-widget`. */
export function keepAboveKeyboard(element: HTMLElement | null) {
  const view = window.visualViewport;
  if (element === null || !view) return;
  const liftAboveKeyboard = () => {
    const covered = document.documentElement.clientHeight - view.height - view.offsetTop;
    element.style.paddingBottom = view.scale === 1 && covered > smallestKeyboardPx ? `${covered}px` : "";
  };
  const listening = new AbortController();
  view.addEventListener("resize", liftAboveKeyboard, { signal: listening.signal });
  view.addEventListener("scroll", liftAboveKeyboard, { signal: listening.signal });
  return () => listening.abort();
}
