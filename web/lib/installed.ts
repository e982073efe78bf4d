/** Whether the page runs as an installed app: started from the home screen, without the browser's own controls. */
export function isInstalled(): boolean {
  return matchMedia("(display-mode: standalone)").matches;
}
