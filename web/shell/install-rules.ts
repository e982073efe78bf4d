/** Screens on which a member looks around; nothing is offered where they write, pay or set something up. */
const calmScreens: readonly string[] = ["members", "likes", "likes-type", "chats", "visitors"];

const dayMs = 86_400_000;

export type InstallMoment = {
  /** The id of the screen's route. */
  screen: string;
  unread: number;
  /** Whether the page offers pushes too: one thing after the other. */
  offersPush: boolean;
  /** When the member signed up, as an ISO time. */
  signedUp: string;
  now: number;
};

/** Whether to offer the app now: on a return, on another day than the signup's, if an answer waits (ux). */
export function isInstallMoment({ screen, unread, offersPush, signedUp, now }: InstallMoment): boolean {
  const returned = now - Date.parse(signedUp) >= dayMs;
  return returned && unread > 0 && !offersPush && calmScreens.includes(screen);
}
