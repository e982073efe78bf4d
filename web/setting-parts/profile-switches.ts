/** The switches of the member's own profile, which the privacy settings show; each is a field of `saveProfile`. */
export const profileSwitches = [
  "invisible",
  "shown_to_visitors",
  "leaves_visits",
  "shows_typing",
  "shows_read",
  "shows_gifts",
  "shows_odds",
  "only_fitting_write",
  "only_verified_write",
  "introduces",
  "hides_fictional",
] as const;
export type ProfileSwitchName = (typeof profileSwitches)[number];
