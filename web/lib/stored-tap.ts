declare global {
  interface Window {
    /** The last tap on a button that only scripts answer; the starter of the page stores it (`finish-page.ts`). */
    storedTap?: HTMLElement | null;
  }
}

/**
 * Marks the page as hydrated, as it reacts to taps now, and then carries out the stored one: if React hydrates the page
 * within a tap, it answers that itself.
 */
export function markAlive(): void {
  document.documentElement.dataset.alive = "true";
  setTimeout(() => {
    const button = window.storedTap;
    window.storedTap = null;
    if (button?.isConnected) button.click();
  });
}
