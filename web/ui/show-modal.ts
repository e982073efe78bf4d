/**
 * Opens the dialog once the browser has shown that it took the tap. What lies behind a dialog becomes inert, so the
 * browser styles the whole page again: on a slow phone a tenth of a second in which the pressed button would not
 * change. Returns what calls it off.
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
