/** Runs `run` now if the page is visible, or else once it is. Returns a function that cancels it. */
export function whenVisible(run: () => void): () => void {
  if (!document.hidden) {
    run();
    return () => {};
  }
  document.addEventListener("visibilitychange", run, { once: true });
  return () => document.removeEventListener("visibilitychange", run);
}
