import { firstRefreshMs, refreshMs, refreshWithPushMs } from "#contract/constants.ts";

/**
 * R9.02: refreshes 5 seconds after the start, then every minute, or every five minutes if push messages arrive. A
 * hidden page skips its turn. Returns a function that stops it.
 */
export function startRefreshing(
  refresh: () => void,
  hasPush: () => Promise<boolean>,
  isHidden: () => boolean,
): () => void {
  let stopped = false;
  let timer = setTimeout(tick, firstRefreshMs);
  async function tick() {
    if (!isHidden()) refresh();
    const push = await hasPush().catch(() => false);
    if (!stopped) timer = setTimeout(tick, push ? refreshWithPushMs : refreshMs);
  }
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}

/** Whether this browser has a subscription for push messages. */
export async function isPushSubscribed(): Promise<boolean> {
  const registration = await navigator.serviceWorker?.getRegistration();
  return (await registration?.pushManager?.getSubscription()) != null;
}
