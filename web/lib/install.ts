import { isAppleTouch, isInstalled } from "./installed.ts";
import { createListeners } from "./listeners.ts";

/** Chromium's offer to install the page (https://developer.mozilla.org/docs/Web/API/BeforeInstallPromptEvent). */
type InstallPrompt = Event & { prompt(): Promise<{ outcome: "accepted" | "dismissed" }> };

let kept: InstallPrompt | null = null;
const { listen, emit } = createListeners();
export const onInstallChange = listen;

/** Keeps the browser's offer instead of showing it: we ask at a better moment, and on no landing page. */
export function keepInstallPrompt(): void {
  const keep = (offer: InstallPrompt | null) => {
    kept = offer;
    emit();
  };
  addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    keep(event as InstallPrompt);
  });
  addEventListener("appinstalled", () => keep(null));
}

/** How this browser installs the site: by its own question, by the share menu, or (null) not at all or already. */
export function installWay(): "prompt" | "share" | null {
  if (isInstalled()) return null;
  if (kept !== null) return "prompt";
  return isAppleTouch() ? "share" : null;
}

/** Shows the browser's question, within the tap. It can be shown once; the answer says whether the user agreed. */
export async function askToInstall(): Promise<boolean> {
  const offer = kept;
  kept = null;
  emit();
  return (await offer?.prompt())?.outcome === "accepted";
}
