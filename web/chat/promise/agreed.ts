import { useSyncExternalStore } from "react";
import { createListeners } from "#web/lib/listeners.ts";
import { onTracesDeleted } from "#web/lib/traces.ts";

/** As the viewer agreed, until the page is loaded anew or the viewer logs out. */
const agreed = new Set<string>();
const { listen, emit } = createListeners();
onTracesDeleted(() => agreed.clear());

/** Remembers that the viewer sends this member a first message without a promise. */
export function agreeTo(partner: string): void {
  agreed.add(partner);
  emit();
}

export const withoutPromise = (partner: string): { without_promise?: true } =>
  agreed.has(partner) ? { without_promise: true } : {};

export const useAgreed = (partner: string): boolean =>
  useSyncExternalStore(
    listen,
    () => agreed.has(partner),
    () => false,
  );
