import { subscribePush, unsubscribePush } from "#contract/notifications.ts";
import { call } from "#web/lib/call.ts";
import { isInstalled } from "#web/lib/installed.ts";
import { localStore } from "#web/lib/storage.ts";

/** R4.05: the state of pushes on this device for the logged-in member. */
export type PushState = "unknown" | "incapable" | "default" | "subscribed" | "denied";

/** R7.05 */
const worker = "/sw-push.js";

/** Stores whose subscription this browser holds: another member who logs in here does not take it over (D9.4). */
const ownerKey = "push-member";

const isOwn = (memberId: string) => localStore.getItem(ownerKey) === memberId;

/** Whether this browser supports pushes at all; plain http and most private windows do not. */
function isCapable(publicKey: string): boolean {
  return (
    publicKey !== "" &&
    typeof Notification !== "undefined" &&
    typeof PushManager !== "undefined" &&
    navigator.serviceWorker !== undefined
  );
}

/** iPhones and iPads take pushes only for a page that was added to the home screen. */
export function needsInstall(): boolean {
  const apple = /iP(?:hone|ad|od)/.test(navigator.userAgent) || (/Mac/.test(navigator.userAgent) && hasTouch());
  return apple && typeof PushManager === "undefined" && !isInstalled();
}

const hasTouch = () => navigator.maxTouchPoints > 1;

async function subscriptionNow(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker?.getRegistration("/");
  return (await registration?.pushManager?.getSubscription()) ?? null;
}

/** The state of pushes for a member on this device. */
export async function pushState(publicKey: string, memberId: string): Promise<PushState> {
  if (!isCapable(publicKey)) return "incapable";
  if (Notification.permission === "denied") return "denied";
  if (Notification.permission !== "granted" || !isOwn(memberId)) return "default";
  return (await subscriptionNow()) === null ? "default" : "subscribed";
}

const keyOf = (subscription: PushSubscription) =>
  btoa(String.fromCharCode(...new Uint8Array(subscription.options?.applicationServerKey ?? new ArrayBuffer(0))))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");

function registerSubscription(subscription: PushSubscription) {
  const { endpoint = "", keys = {} } = subscription.toJSON();
  const { p256dh = "", auth = "" } = keys;
  return call(subscribePush, { body: { subscription: { endpoint, keys: { p256dh, auth } } } });
}

/**
 * Asks the browser and subscribes this device. To be called within the tap: the browser's prompt comes first. Throws
 * the error with which the browser or the server refused; nothing is subscribed then.
 */
export async function subscribeDevice(publicKey: string, memberId: string): Promise<void> {
  if ((await Notification.requestPermission()) !== "granted") return;
  await navigator.serviceWorker.register(worker, { scope: "/", updateViaCache: "none" });
  const { pushManager } = await navigator.serviceWorker.ready;
  const earlier = await pushManager.getSubscription();
  const isCurrent = earlier !== null && isOwn(memberId) && keyOf(earlier) === publicKey;
  if (earlier !== null && !isCurrent) await earlier.unsubscribe();
  const subscription = isCurrent
    ? earlier
    : await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
  try {
    await registerSubscription(subscription);
  } catch (error) {
    await subscription.unsubscribe();
    throw error;
  }
  localStore.setItem(ownerKey, memberId);
}

/** Unsubscribes in the browser, which is what counts; the server hears of it now, or later from the push service. */
export async function unsubscribeDevice(): Promise<void> {
  const subscription = await subscriptionNow();
  localStore.removeItem(ownerKey);
  if (subscription === null) return;
  await subscription.unsubscribe();
  await call(unsubscribePush, { body: { endpoint: subscription.endpoint } }).catch(() => undefined);
}

/**
 * After a logout, or if another member logs in: this device takes no more pushes (D9.4). The server has deleted the
 * subscription with its session.
 */
export async function releaseDevice(): Promise<void> {
  localStore.removeItem(ownerKey);
  await subscriptionNow()
    .then((subscription) => subscription?.unsubscribe())
    .catch(() => undefined);
}

/** When a member's page starts: ties their subscription to the current session, or removes another member's. */
export async function syncDevice(publicKey: string, memberId: string): Promise<void> {
  if (!isCapable(publicKey)) return;
  const subscription = await subscriptionNow();
  if (subscription === null) return;
  if (isOwn(memberId) && keyOf(subscription) === publicKey) await registerSubscription(subscription);
  else await releaseDevice();
}
