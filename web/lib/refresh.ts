import { firstRefreshMs, refreshMs, refreshWithPushMs } from "#contract/constants.ts";

/** A page untouched for so many ms skips refreshes while the event stream is open (docs/decisions/0049). */
export const idleAfterMs = 900_000;

type PageState = {
  hasPush(): Promise<boolean>;
  isHidden(): boolean;
  /** Whether the event stream is open: everything that happens to the member arrives by it. */
  isStreaming(): boolean;
};

/**
 * R9.02: refreshes 5 seconds after the start, then every minute, or every five minutes if push messages arrive. A
 * hidden page skips refreshes, and so does an untouched page while the event stream is open. Call `touched` on
 * any input of the user, and when the page becomes visible: it catches up at once on a skipped refresh. `stop` ends it.
 */
export function startRefreshing(refresh: () => void, { hasPush, isHidden, isStreaming }: PageState) {
  let stopped = false;
  let skippedRefresh = false;
  let touchedAt = Date.now();
  let timer = setTimeout(tick, firstRefreshMs);
  async function tick() {
    const idle = isStreaming() && Date.now() - touchedAt >= idleAfterMs;
    skippedRefresh = idle || isHidden();
    if (!skippedRefresh) refresh();
    const push = await hasPush().catch(() => false);
    if (!stopped) timer = setTimeout(tick, push ? refreshWithPushMs : refreshMs);
  }
  return {
    touched(): void {
      if (isHidden()) return;
      touchedAt = Date.now();
      if (skippedRefresh) refresh();
      skippedRefresh = false;
    },
    stop(): void {
      stopped = true;
      clearTimeout(timer);
    },
  };
}

export async function isPushSubscribed(): Promise<boolean> {
  const registration = await navigator.serviceWorker?.getRegistration();
  return (await registration?.pushManager?.getSubscription()) != null;
}
