import { dayMs } from "#contract/durations.ts";

/** Screens for browsing. Nothing is offered on screens for writing, paying or settings. */
const calmScreens: readonly string[] = ["members", "likes", "likes-type", "chats", "visitors"];

export type InstallMoment = { screen: string; unread: number; offersPush: boolean; signedUp: string; now: number };

/** Whether to offer the app now: at least a day after the signup, if an unread message waits (ux). */
export function isInstallMoment({ screen, unread, offersPush, signedUp, now }: InstallMoment): boolean {
  const returned = now - Date.parse(signedUp) >= dayMs;
  return returned && unread > 0 && !offersPush && calmScreens.includes(screen);
}
