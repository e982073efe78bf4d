/** Shows a number on the installed app's icon; 0 clears it (R2.16). A failure is ignored (R8.04). */
export function showAppBadge(count: number): void {
  const { setAppBadge } = navigator as Partial<Navigator>;
  setAppBadge?.call(navigator, count).catch(() => {});
}
