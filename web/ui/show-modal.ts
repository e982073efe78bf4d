/**
 * Opens the dialog after the browser has painted the pressed button. Opening makes the page behind the dialog inert, so
 * the browser styles all of it again, which blocks a slow phone for a tenth of a second. Returns a function that
 * cancels the opening.
 */
export function showModalSoon(dialog: HTMLDialogElement): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const frame = requestAnimationFrame(() => {
    // the frame is drawn between this callback and the next task
    timer = setTimeout(() => {
      if (dialog.isConnected && !dialog.open) dialog.showModal();
    });
  });
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}
