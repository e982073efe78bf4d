import type { Profile } from "#contract/profiles.ts";
import type { SiteSettings } from "#server/site-settings.ts";

/** A member's page with only the notes that the site shows on a profile (D2.4 `visible_profile_notes`). */
export function withNotes(profile: Profile, notes: SiteSettings["visible_profile_notes"]): Profile {
  return {
    ...profile,
    online: profile.online && notes.includes("online"),
    new: profile.new && notes.includes("new"),
    distance: notes.includes("distance") ? profile.distance : null,
  };
}
