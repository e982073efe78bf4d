/**
 * Runs `listener` before the browser itself follows a link or sends a form of this site, because no script does: the
 * page that it loads is a new one. A link to a place within the page loads none.
 */
export function onPageLoad(listener: (cause: HTMLAnchorElement | HTMLFormElement) => void): void {
  // of the window, which is asked last
  addEventListener("click", ({ target, defaultPrevented }) => {
    const link = target instanceof Element ? target.closest("a") : null;
    if (defaultPrevented || link?.origin !== location.origin) return;
    if (link.pathname !== location.pathname || link.search !== location.search) listener(link);
  });
  addEventListener("submit", ({ target, defaultPrevented }) => {
    if (!defaultPrevented && target instanceof HTMLFormElement && target.method !== "dialog") listener(target);
  });
}
