import { useSyncExternalStore } from "react";
import { timeZoneCookie } from "#contract/constants.ts";
import { setCookie } from "./cookies.ts";
import { createListeners } from "./listeners.ts";

/** The latest moment, in milliseconds, at which a busy page reads its time zone. */
const longest = 2_000;
const { listen, emit } = createListeners();
let zone: string | undefined;
let asked = false;

function readZone(): string {
  // `Intl` takes a phone more than 100 ms at its first use
  zone = globalThis.Temporal?.Now.timeZoneId() ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  emit();
  return zone;
}

/** Stores it in a cookie, so that the server formats times as this reader expects. */
export function saveBrowserZone(): void {
  setCookie(timeZoneCookie, zone ?? readZone());
}

export const forgetBrowserZone = (): void => setCookie(timeZoneCookie, null);

function listenToZone(listener: () => void): () => void {
  const stop = listen(listener);
  if (!asked) {
    asked = true;
    // older Safaris can't wait for it
    if ("requestIdleCallback" in globalThis) requestIdleCallback(readZone, { timeout: longest });
    else setTimeout(readZone, longest);
  }
  return stop;
}

/**
 * `reported`, the zone that this browser reported last, until the page is idle: reading it takes a phone some 30 ms. If
 * it is the same one, nothing renders again.
 */
export const useBrowserZone = (reported: string): string =>
  useSyncExternalStore(
    listenToZone,
    () => zone ?? reported,
    () => reported,
  );

/** Calls `report` once the zone is read, at once if it is. The returned function ends that. */
export function onBrowserZone(report: () => void): () => void {
  const reportIfRead = () => {
    if (zone !== undefined) report();
  };
  reportIfRead();
  return listenToZone(reportIfRead);
}
