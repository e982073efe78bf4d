/** The `ref` of what has the focus once its dialog is open: React's `autoFocus` is too early for that. */
export const focusedFirst = (element: HTMLElement | null) => element?.setAttribute("autofocus", "");
