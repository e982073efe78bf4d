import type { DismissalKey } from "#web/lib/dismissals.ts";
import { localStore } from "#web/lib/storage.ts";

/** The state of pushes on this device for the logged-in member. */
export type PushState = "unknown" | "incapable" | "default" | "subscribed" | "denied";

/** Whose subscription this browser holds, so that another member does not take it over. */
export const pushOwnerKey = "push-member";

/** The key under which a member has dismissed the offer of pushes. */
export const pushOfferKey: DismissalKey = "hide-push-notification-alert";

export const ownsPush = (memberId: string): boolean => localStore.getItem(pushOwnerKey) === memberId;

/** Whether this browser supports pushes at all; plain http and most private windows do not. */
export const supportsPush = (): boolean =>
  typeof Notification !== "undefined" && typeof PushManager !== "undefined" && navigator.serviceWorker !== undefined;

/** Tells it without the push service. A lost subscription counts as existing, because `syncDevice` renews it. */
export function pushStateAtOnce(memberId: string): PushState {
  if (!supportsPush()) return "incapable";
  if (Notification.permission === "denied") return "denied";
  return Notification.permission === "granted" && ownsPush(memberId) ? "subscribed" : "default";
}

/** Before the first paint, because the server can't know the state. Has to run after `hideDismissed`. */
export function hidePushOffer(memberId: string): string {
  const [key, owner, member] = [pushOfferKey, pushOwnerKey, memberId].map((text) => JSON.stringify(text));
  return `try {
  const { permission } = self.Notification ?? {};
  const capable = permission && self.PushManager && navigator.serviceWorker;
  const subscribed = permission === "granted" && localStorage.getItem(${owner}) === ${member};
  if (!capable || permission === "denied" || subscribed) document.documentElement.dataset.dismissed += " " + ${key};
} catch {}`;
}
