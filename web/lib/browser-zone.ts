import { useSyncExternalStore } from "react";
import { createListeners } from "./listeners.ts";

/** The latest moment, in milliseconds, at which a busy page reads its time zone. */
const longest = 2_000;
const { listen, emit } = createListeners();
let zone: string | undefined;
let asked = false;

function readZone(): void {
  // `Intl` takes a phone more than 100 ms at its first use
  zone = globalThis.Temporal?.Now.timeZoneId() ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  emit();
}

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

/** Calls `report` with the zone once it is read. The returned function ends that. */
export const onBrowserZone = (report: (zone: string) => void): (() => void) =>
  listenToZone(() => zone !== undefined && report(zone));
