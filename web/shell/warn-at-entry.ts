import { findVisitorCountry } from "#web/lib/find-visitor-country.ts";
import { isInstalled } from "#web/lib/install.ts";
import { localStore } from "#web/lib/storage.ts";
import { entryKey } from "./entry-rules.ts";

export const entryWarningId = "entry-warning";

/**
 * Opens the page's entry warning, if its visitor gets it (R2.14). It can't be closed without an answer, and favours
 * neither. Runs before a page's scripts, and with them.
 */
export async function warnAtEntry(dialog: HTMLDialogElement): Promise<void> {
  if (isInstalled() || localStore.getItem(entryKey) !== null) return;
  const { countries = "", country = await findVisitorCountry() } = dialog.dataset;
  if (!country || !countries.split(" ").includes(country) || !dialog.isConnected || dialog.open) return;
  dialog.addEventListener("cancel", (event) => event.preventDefault());
  dialog.addEventListener("close", () => {
    if (dialog.returnValue !== "") localStore.setItem(entryKey, String(Math.floor(Date.now() / 1000)));
    // the browser closes any dialog at a second Escape
    else dialog.showModal();
  });
  dialog.showModal();
  // not a button, because the focus would favour one answer, and Enter would choose it
  dialog.querySelector("h2")?.focus({ preventScroll: true });
}
