/** Whether the page runs as an installed app: started from the home screen, without the browser's own controls. */
export function isInstalled(): boolean {
  return matchMedia("(display-mode: standalone)").matches;
}

/** Whether this is an iPhone, or an iPad, which calls itself a Mac: their browsers install pages by the share menu. */
export function isAppleTouch(): boolean {
  const { userAgent, maxTouchPoints } = navigator;
  return /iP(?:hone|ad|od)/.test(userAgent) || (/Mac/.test(userAgent) && maxTouchPoints > 1);
}
