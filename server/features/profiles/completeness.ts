import { completenessParts, type OwnProfile } from "#contract/profiles.ts";

type Part = (typeof completenessParts)[number];
type Said = Pick<OwnProfile, Exclude<Part, "photo" | "city" | "preferences"> | "city_id"> & {
  photo: boolean;
  preferences: boolean;
};

/**
 * What each part weighs, together 100. By what it changes for others: without a photo nobody is among a new member's
 * first faces, without a town no search around finds them, a text and interests are most of what a page shows, and the
 * percentages are of what both look for. `docs/decisions/0027-a-profile-changed-in-its-place.md`.
 */
export const weights: Readonly<Record<Part, number>> = {
  photo: 25,
  about_me: 20,
  city: 15,
  interests: 15,
  preferences: 10,
  relationship_status: 3,
  body_type: 3,
  hair_color: 3,
  eye_color: 3,
  tattoos: 3,
};

/** Fewer say little about somebody. */
export const enoughInterests = 3;

/** Asked for wherever: they are no fields that a site shows or hides. */
const always: ReadonlySet<Part> = new Set(["photo", "city", "preferences"]);

function has(said: Said, part: Part): boolean {
  switch (part) {
    case "photo":
    case "preferences":
      return said[part];
    case "city":
      return said.city_id !== null;
    case "about_me":
      return said.about_me !== "";
    case "interests":
      return said.interests.length >= enoughInterests;
    default:
      return said[part] !== null;
  }
}

/** How complete a profile is, of what the site shows of it; 100 only where nothing is missing (R2.20). */
export function completenessOf(said: Said, visibleFields: readonly string[]): OwnProfile["completeness"] {
  const asked = completenessParts.filter((part) => always.has(part) || visibleFields.includes(part));
  const missing = asked.filter((part) => !has(said, part));
  const weigh = (parts: readonly Part[]) => parts.reduce((sum, part) => sum + weights[part], 0);
  return { percentage: Math.floor(100 - (100 * weigh(missing)) / weigh(asked)), missing };
}
