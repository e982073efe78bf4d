import { dayMs } from "#contract/durations.ts";

export type InstallMoment = { unread: number; offersPush: boolean; signedUp: string; now: number };

/** Whether to offer the app now: at least a day after the signup, if an unread message waits (ux). */
export function isInstallMoment({ unread, offersPush, signedUp, now }: InstallMoment): boolean {
  const returned = now - Date.parse(signedUp) >= dayMs;
  return returned && unread > 0 && !offersPush;
}
