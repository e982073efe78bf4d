import { subscribePush, unsubscribePush } from "#contract/notifications.ts";
import { call } from "#web/lib/call.ts";

/** R4.05: what is known of pushes on this device, for whoever is logged in. */
export type PushState = "unknown" | "incapable" | "default" | "subscribed" | "denied";

/** R7.05 */
const worker = "/sw-push.js";

/** Whose subscription this browser holds: somebody else who logs in here takes none over (D9.4). */
const ownerKey = "push-member";

function ownerOf(): string | null {
  try {
    return localStorage.getItem(ownerKey);
  } catch {
    return null;
  }
}

function keepOwner(memberId: string | null): void {
  try {
    if (memberId === null) localStorage.removeItem(ownerKey);
    else localStorage.setItem(ownerKey, memberId);
  } catch {
    // without storage the subscription is asked for anew after each start
  }
}

/** Whether this browser can take pushes at all; plain http and most private windows can't. */
function isCapable(publicKey: string): boolean {
  return (
    publicKey !== "" &&
    typeof Notification !== "undefined" &&
    typeof PushManager !== "undefined" &&
    navigator.serviceWorker !== undefined
  );
}

/** iPhones and iPads take pushes only for what was put on the home screen. */
export function needsInstall(): boolean {
  const apple = /iP(?:hone|ad|od)/.test(navigator.userAgent) || (/Mac/.test(navigator.userAgent) && hasTouch());
  return apple && typeof PushManager === "undefined" && !matchMedia("(display-mode: standalone)").matches;
}

const hasTouch = () => navigator.maxTouchPoints > 1;

async function subscriptionNow(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker?.getRegistration("/");
  return (await registration?.pushManager?.getSubscription()) ?? null;
}

/** How it stands for a member on this device. */
export async function pushState(publicKey: string, memberId: string): Promise<PushState> {
  if (!isCapable(publicKey)) return "incapable";
  if (Notification.permission === "denied") return "denied";
  if (Notification.permission !== "granted" || ownerOf() !== memberId) return "default";
  return (await subscriptionNow()) === null ? "default" : "subscribed";
}

const keyOf = (subscription: PushSubscription) =>
  btoa(String.fromCharCode(...new Uint8Array(subscription.options?.applicationServerKey ?? new ArrayBuffer(0))))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");

function tellServer(subscription: PushSubscription) {
  const { endpoint = "", keys = {} } = subscription.toJSON();
  const { p256dh = "", auth = "" } = keys;
  return call(subscribePush, { body: { subscription: { endpoint, keys: { p256dh, auth } } } });
}

/**
 * Asks the browser and subscribes this device. To be called within the tap: the browser's prompt comes first. Throws
 * what the browser or the server refused with; nothing is subscribed then.
 */
export async function subscribeDevice(publicKey: string, memberId: string): Promise<void> {
  if ((await Notification.requestPermission()) !== "granted") return;
  await navigator.serviceWorker.register(worker, { scope: "/", updateViaCache: "none" });
  const { pushManager } = await navigator.serviceWorker.ready;
  const earlier = await pushManager.getSubscription();
  const fits = earlier !== null && ownerOf() === memberId && keyOf(earlier) === publicKey;
  if (earlier !== null && !fits) await earlier.unsubscribe();
  const subscription = fits
    ? earlier
    : await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
  try {
    await tellServer(subscription);
  } catch (error) {
    await subscription.unsubscribe();
    throw error;
  }
  keepOwner(memberId);
}

/** Ends it in the browser, which is what counts; the server hears of it now or from the push service later. */
export async function unsubscribeDevice(): Promise<void> {
  const subscription = await subscriptionNow();
  keepOwner(null);
  if (subscription === null) return;
  await subscription.unsubscribe();
  await call(unsubscribePush, { body: { endpoint: subscription.endpoint } }).catch(() => undefined);
}

/**
 * After a logout, or where somebody else logs in: this device takes no more pushes (D9.4). The server has forgotten the
 * subscription with its session.
 */
export async function forgetDevice(): Promise<void> {
  keepOwner(null);
  await subscriptionNow()
    .then((subscription) => subscription?.unsubscribe())
    .catch(() => undefined);
}

/** At the start of a member's page: ties their subscription to the session of now, and drops somebody else's. */
export async function keepDevice(publicKey: string, memberId: string): Promise<void> {
  if (!isCapable(publicKey)) return;
  const subscription = await subscriptionNow();
  if (subscription === null) return;
  if (ownerOf() === memberId && keyOf(subscription) === publicKey) await tellServer(subscription);
  else await forgetDevice();
}
