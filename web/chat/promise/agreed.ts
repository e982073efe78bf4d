import { useSyncExternalStore } from "react";
import { createListeners } from "#web/lib/listeners.ts";
import { onTracesDeleted } from "#web/lib/traces.ts";

/** The chats in which the viewer agreed to write without a promise, until the page is loaded anew or they log out. */
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
