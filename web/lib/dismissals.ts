import { useCallback, useEffect, useSyncExternalStore } from "react";

/** What can be dismissed for good, by the names of section 4 (R4.09, D9.4). */
export const dismissalKeys = [
  "hide-enrich-alert",
  "hide-push-notification-alert",
  "hide-disabled-notifications-alert",
  "hide-time-bonus-modal",
] as const;
export type DismissalKey = (typeof dismissalKeys)[number];

type Store = Pick<Storage, "getItem" | "setItem" | "removeItem">;

/** Whose dismissals a browser holds. */
const ownerKey = "dismissals-of";

/** A dismissal that ends by itself after some days, but for good the last of so many times. */
export type Rest = { days: number; times: number };

const timesKey = (key: DismissalKey) => `${key}-times`;
const secondsOf = (time: Date) => Math.floor(time.getTime() / 1000);

/** Where a browser lets nothing be kept, it is kept as long as the page. */
function memoryStore(): Store {
  const kept = new Map<string, string>();
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  };
}

/** The dismissals over a store: each is the time it was made, in unix seconds, and somebody else's count for nothing. */
export function createDismissals(store: Store) {
  const listeners = new Set<() => void>();
  const tell = () => {
    for (const listener of listeners) listener();
  };
  // one that nobody is named for counts for whoever is there
  const isOwn = (memberId: string) => [null, memberId].includes(store.getItem(ownerKey));
  const isDismissed = (key: DismissalKey, memberId: string) => isOwn(memberId) && store.getItem(key) !== null;
  const timesOf = (key: DismissalKey) => Number(store.getItem(timesKey(key)) ?? 0);
  return {
    isDismissed,
    dismiss(key: DismissalKey, memberId: string, now: Date): void {
      if (!isOwn(memberId)) {
        for (const other of dismissalKeys) {
          store.removeItem(other);
          store.removeItem(timesKey(other));
        }
      }
      store.setItem(ownerKey, memberId);
      store.setItem(timesKey(key), String(timesOf(key) + 1));
      store.setItem(key, String(secondsOf(now)));
      tell();
    },
    /** Takes a dismissal back whose rest is over. */
    endRest(key: DismissalKey, memberId: string, { days, times }: Rest, now: Date): void {
      if (!isDismissed(key, memberId) || timesOf(key) >= times) return;
      if (secondsOf(now) - Number(store.getItem(key)) < days * 86_400) return;
      store.removeItem(key);
      tell();
    },
    listen(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    tell,
  };
}

function browserStore(): Store {
  try {
    localStorage.getItem(ownerKey);
    return localStorage;
  } catch {
    return memoryStore();
  }
}

let shared: ReturnType<typeof createDismissals> | undefined;
function dismissals() {
  shared ??= createDismissals(browserStore());
  return shared;
}

/**
 * A script for the page itself: marks what a member has dismissed before it is painted, for the server can't know it. From
 * the first `useDismissal` on the mark is not needed any more.
 */
export function hideDismissed(memberId: string): string {
  const [owner, keys] = [JSON.stringify(ownerKey), JSON.stringify(dismissalKeys)];
  return `try{const s=localStorage;if([null,${JSON.stringify(memberId)}].includes(s.getItem(${owner})))document.documentElement.dataset.dismissed=${keys}.filter(k=>s.getItem(k)!==null).join(" ")}catch{}`;
}

/**
 * Whether a member has dismissed something in this browser, and the way to do it. With `rest` it comes back, and comes once
 * scripts run; all else is in the page from the start, and the page's script hides what was dismissed.
 */
export function useDismissal(key: DismissalKey, memberId: string | undefined, rest?: Rest) {
  const dismissed = useSyncExternalStore(
    (listener) => dismissals().listen(listener),
    () => memberId === undefined || dismissals().isDismissed(key, memberId),
    () => memberId === undefined || rest !== undefined,
  );
  useEffect(() => {
    delete document.documentElement.dataset.dismissed;
    // dismissed in another tab
    const { tell } = dismissals();
    window.addEventListener("storage", tell);
    return () => window.removeEventListener("storage", tell);
  }, []);
  useEffect(() => {
    if (memberId !== undefined && rest !== undefined) dismissals().endRest(key, memberId, rest, new Date());
  }, [key, memberId, rest]);
  const dismiss = useCallback(() => {
    if (memberId !== undefined) dismissals().dismiss(key, memberId, new Date());
  }, [key, memberId]);
  return { dismissed, dismiss };
}
