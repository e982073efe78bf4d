import { createListeners } from "./listeners.ts";

/** Chromium's offer to install the page (https://developer.mozilla.org/docs/Web/API/BeforeInstallPromptEvent). */
type InstallPrompt = Event & { prompt(): Promise<{ outcome: "accepted" | "dismissed" }> };

let storedPrompt: InstallPrompt | null = null;
const { listen, emit } = createListeners();
export const onInstallChange = listen;

/** Stores the browser's offer instead of letting it show: we ask at a better moment, and never on a landing page. */
export function storeInstallPrompt(): void {
  const store = (offer: InstallPrompt | null) => {
    storedPrompt = offer;
    emit();
  };
  addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    store(event as InstallPrompt);
  });
  addEventListener("appinstalled", () => store(null));
}

/**
 * How this browser installs the site: by its own prompt, or by the share menu. Null: it can't, or has done so already.
 */
export function findInstallMethod(): "prompt" | "share" | null {
  if (isInstalled()) return null;
  if (storedPrompt !== null) return "prompt";
  return isAppleTouch() ? "share" : null;
}

/** Shows the browser's prompt; has to run within the tap, and works once. Returns whether the user agreed. */
export async function askToInstall(): Promise<boolean> {
  const offer = storedPrompt;
  storedPrompt = null;
  emit();
  return (await offer?.prompt())?.outcome === "accepted";
}

export function isInstalled(): boolean {
  return matchMedia("(display-mode: standalone)").matches;
}

/** Whether this is an iPhone, or an iPad, which calls itself a Mac: their browsers install pages by the share menu. */
export function isAppleTouch(): boolean {
  const { userAgent, maxTouchPoints } = navigator;
  return /iP(?:hone|ad|od)/.test(userAgent) || (/Mac/.test(userAgent) && maxTouchPoints > 1);
}
