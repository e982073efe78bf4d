import { readCookie, setCookie } from "./cookies.ts";

export const modes = ["system", "light", "dark"] as const;
export type Mode = (typeof modes)[number];

export const modeCookie = "mode";
/** The name of the radio buttons that choose a mode. */
export const modeField = "mode-choice";

export function isMode(text: string | undefined): text is Mode {
  return (modes as readonly string[]).includes(text ?? "");
}

export function readMode(cookies: string | null): Mode {
  const mode = readCookie(cookies, modeCookie);
  return isMode(mode) ? mode : "system";
}

const schemes = ["light", "dark"] as const;

/** When the browser's bar has the colour of this scheme: the user's choice outranks the device's. */
export const mediaOf = (scheme: (typeof schemes)[number], mode: Mode): string =>
  mode === "system" ? `(prefers-color-scheme: ${scheme})` : mode === scheme ? "all" : "not all";

/** Shows a mode that was chosen just now as the server shows it from the next page on (`root.tsx`). */
function chooseMode(mode: Mode): void {
  setCookie(modeCookie, mode === "system" ? null : mode);
  document.documentElement.dataset.mode = mode;
  for (const scheme of schemes) document.getElementById(`bar-${scheme}`)?.setAttribute("media", mediaOf(scheme, mode));
}

/** The radio buttons of all pages: they work before a page's scripts do. */
export function listenToModes(): void {
  addEventListener("change", ({ target }) => {
    if (target instanceof HTMLInputElement && target.name === modeField && isMode(target.value)) {
      chooseMode(target.value);
    }
  });
}
