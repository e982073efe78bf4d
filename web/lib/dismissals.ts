import { useCallback, useEffect, useSyncExternalStore } from "react";
import { createListeners } from "./listeners.ts";
import { localStore, type Store } from "./storage.ts";
import { useEvents } from "./use-events.ts";

/**
 * Four for good, with the names of section 4 (R4.09, D9.4); the offer to install the app, the welcome banner, and how
 * to play the swipe game.
 */
export const dismissalKeys = [
  "hide-enrich-alert",
  "hide-push-notification-alert",
  "hide-disabled-notifications-alert",
  "hide-time-bonus-modal",
  "hide-install-hint",
  "hide-time-bonus-banner",
  "hide-swipe-hint",
] as const;
export type DismissalKey = (typeof dismissalKeys)[number];

const ownerKey = "dismissals-of";

/** A dismissal that ends by itself after `days`; the last of `times` dismissals is for good. */
export type Snooze = { days: number; times: number };

const countKey = (key: DismissalKey) => `${key}-times`;
const toUnixSeconds = (time: Date) => Math.floor(time.getTime() / 1000);

/** The dismissals in a store. Each is its time in unix seconds; those of another member do not count. */
export function createDismissals(store: Store) {
  const { listen, emit } = createListeners();
  // dismissals without an owner count for any member
  const isOwn = (memberId: string) => [null, memberId].includes(store.getItem(ownerKey));
  const isDismissed = (key: DismissalKey, memberId: string) => isOwn(memberId) && store.getItem(key) !== null;
  const countDismissals = (key: DismissalKey) => Number(store.getItem(countKey(key)) ?? 0);
  return {
    isDismissed,
    dismiss(key: DismissalKey, memberId: string, now: Date): void {
      if (!isOwn(memberId)) {
        for (const key of dismissalKeys) {
          store.removeItem(key);
          store.removeItem(countKey(key));
        }
      }
      store.setItem(ownerKey, memberId);
      store.setItem(countKey(key), String(countDismissals(key) + 1));
      store.setItem(key, String(toUnixSeconds(now)));
      emit();
    },
    endSnooze(key: DismissalKey, memberId: string, { days, times }: Snooze, now: Date): void {
      if (!isDismissed(key, memberId) || countDismissals(key) >= times) return;
      if (toUnixSeconds(now) - Number(store.getItem(key)) < days * 86_400) return;
      store.removeItem(key);
      emit();
    },
    listen,
    emit,
  };
}

const dismissals = createDismissals(localStore);

/**
 * A script for the page itself, because the server can't know what a member has dismissed. It hides dismissed alerts
 * before the first paint. It also closes an alert whose button is pressed before hydration: while it is captured,
 * because React stops a click on a part whose scripts are still loading. After hydration each
 * alert does both itself, and `showDismissable` undoes this script's hiding.
 */
export function hideDismissed(memberId: string): string {
  const [owner, member, keys] = [ownerKey, memberId, dismissalKeys].map((value) => JSON.stringify(value));
  return `((page) => {
  page.dismissed = "";
  try {
    const keys = ${keys};
    const isOwn = () => [null, ${member}].includes(localStorage.getItem(${owner}));
    if (isOwn()) page.dismissed = keys.filter((key) => localStorage.getItem(key) !== null).join(" ");
    addEventListener("click", ({ target }) => {
      const pressed = target.closest("[data-dismiss]")?.dataset.dismiss;
      if (!pressed || !("dismissed" in page)) return;
      page.dismissed += " " + pressed;
      if (!isOwn()) for (const key of keys) {
        localStorage.removeItem(key);
        localStorage.removeItem(key + "-times");
      }
      localStorage.setItem(${owner}, ${member});
      localStorage.setItem(pressed, Math.floor(Date.now() / 1000));
    }, true);
  } catch {} // a browser may refuse its storage
})(document.documentElement.dataset)`;
}

export function showDismissable(): void {
  delete document.documentElement.dataset.dismissed;
}

/**
 * Whether a member has dismissed an alert in this browser, and a function to dismiss it. With `snooze` the alert may
 * come back, and shows only once scripts run. Without `snooze` the alert is in the page from the start, and the page's
 * script hides it if it was dismissed.
 */
export function useDismissal(key: DismissalKey, memberId: string | undefined, snooze?: Snooze) {
  const dismissed = useSyncExternalStore(
    dismissals.listen,
    () => memberId === undefined || dismissals.isDismissed(key, memberId),
    () => memberId === undefined || snooze !== undefined,
  );
  // the alert may be dismissed in another tab
  useEvents("storage", dismissals.emit);
  useEffect(() => {
    if (memberId !== undefined && snooze !== undefined) dismissals.endSnooze(key, memberId, snooze, new Date());
  }, [key, memberId, snooze]);
  const dismiss = useCallback(() => {
    if (memberId !== undefined) dismissals.dismiss(key, memberId, new Date());
  }, [key, memberId]);
  return { dismissed, dismiss };
}
