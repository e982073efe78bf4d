import { subscribePush, unsubscribePush } from "#contract/notifications.ts";
import { newKey } from "#web/lib/api.ts";
import { call, callByItself } from "#web/lib/call.ts";
import { isAppleTouch, isInstalled } from "#web/lib/install.ts";
import { registerWorker } from "#web/lib/offline.ts";
import { localStore } from "#web/lib/storage.ts";
import { ownsPush, type PushState, pushOwnerKey, pushStateAtOnce, supportsPush } from "./push-offer.ts";

/** iPhones and iPads support pushes only for a page on the home screen. */
export function needsInstall(): boolean {
  return isAppleTouch() && typeof PushManager === "undefined" && !isInstalled();
}

async function subscriptionNow(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker?.getRegistration("/");
  return (await registration?.pushManager?.getSubscription()) ?? null;
}

export async function pushState(publicKey: string, memberId: string): Promise<PushState> {
  if (publicKey === "") return "incapable";
  const likely = pushStateAtOnce(memberId);
  return likely === "subscribed" && (await subscriptionNow()) === null ? "default" : likely;
}

const keyOf = (subscription: PushSubscription) =>
  btoa(String.fromCharCode(...new Uint8Array(subscription.options?.applicationServerKey ?? new ArrayBuffer(0))))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");

/** `intent`: the key of the member's press, if there was one. */
function registerSubscription(subscription: PushSubscription, intent: { key?: string }) {
  const { endpoint = "", keys = {} } = subscription.toJSON();
  const { p256dh = "", auth = "" } = keys;
  return callByItself(subscribePush, { ...intent, body: { subscription: { endpoint, keys: { p256dh, auth } } } });
}

async function ownSubscription(publicKey: string, memberId: string): Promise<PushSubscription> {
  await registerWorker();
  const { pushManager } = await navigator.serviceWorker.ready;
  const earlier = await pushManager.getSubscription();
  if (earlier !== null && ownsPush(memberId) && keyOf(earlier) === publicKey) return earlier;
  await earlier?.unsubscribe();
  return await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
}

/** Call it within the tap: the browser prompts. Throws its error or the server's; nothing is subscribed then. */
export async function subscribeDevice(publicKey: string, memberId: string): Promise<void> {
  if ((await Notification.requestPermission()) !== "granted") return;
  const subscription = await ownSubscription(publicKey, memberId);
  try {
    await registerSubscription(subscription, { key: newKey() });
  } catch (error) {
    await subscription.unsubscribe();
    throw error;
  }
  localStore.setItem(pushOwnerKey, memberId);
}

/** Unsubscribing stops the pushes. If the call fails, the server learns of it from the push service. */
export async function unsubscribeDevice(): Promise<void> {
  const subscription = await subscriptionNow();
  localStore.removeItem(pushOwnerKey);
  if (subscription === null) return;
  await subscription.unsubscribe();
  await call(unsubscribePush, { key: newKey(), body: { endpoint: subscription.endpoint } }).catch(() => undefined);
}

/** Runs after a logout, or for another member. The server has deleted the subscription with its session. */
export async function releaseDevice(): Promise<void> {
  localStore.removeItem(pushOwnerKey);
  await subscriptionNow()
    .then((subscription) => subscription?.unsubscribe())
    .catch(() => undefined);
}

/** Runs when a member's page starts: ties the subscription to the session, renews it, drops another's. */
export async function syncDevice(publicKey: string, memberId: string): Promise<void> {
  if (publicKey === "" || !supportsPush()) return;
  if (!ownsPush(memberId)) {
    if ((await subscriptionNow()) !== null) await releaseDevice();
  } else if (Notification.permission === "granted") {
    await registerSubscription(await ownSubscription(publicKey, memberId), {});
  }
}
