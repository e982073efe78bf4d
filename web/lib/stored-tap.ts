/** A button that needs scripts: the browser itself answers the others. */
const needsScripts = 'button[type="button"]:not([popovertarget])';
let tapped: HTMLElement | null = null;

const isAlive = () => document.documentElement.dataset.alive === "true";

/** Stores a tap on a button that only scripts answer; links and forms need none. The last one counts. */
export function storeTap(): void {
  addEventListener("click", ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLElement>(needsScripts) : null;
    if (!isAlive()) tapped = button;
  });
}

/** Marks the page as hydrated, as it reacts to taps now, and carries out the stored one. */
export function markAlive(): void {
  document.documentElement.dataset.alive = "true";
  const button = tapped;
  tapped = null;
  if (button?.isConnected) button.click();
}
