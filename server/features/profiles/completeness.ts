import { completenessParts, type OwnProfile } from "#contract/profiles.ts";

type Part = (typeof completenessParts)[number];
type Answers = Pick<OwnProfile, Exclude<Part, "photo" | "city" | "preferences"> | "city_id"> & {
  photo: boolean;
  preferences: boolean;
};

/**
 * The weight of each part, together 100, by its value to others. A member without a photo is not among a new member's
 * first matches, and one without a town is not found by distance. The text and interests are most of what a page shows.
 * The percentages depend on the preferences of both. `docs/decisions/0027-a-profile-changed-in-its-place.md`.
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

/** Fewer interests say little about a member. */
export const enoughInterests = 3;

/** Counted on every site: a site can't hide these. */
const always: ReadonlySet<Part> = new Set(["photo", "city", "preferences"]);

function has(profile: Answers, part: Part): boolean {
  switch (part) {
    case "photo":
    case "preferences":
      return profile[part];
    case "city":
      return profile.city_id !== null;
    case "about_me":
      return profile.about_me !== "";
    case "interests":
      return profile.interests.length >= enoughInterests;
    default:
      return profile[part] !== null;
  }
}

/** How complete the part of a profile is that the site shows; 100 only if nothing is missing (R2.20). */
export function completenessOf(profile: Answers, visibleFields: readonly string[]): OwnProfile["completeness"] {
  const counted = completenessParts.filter((part) => always.has(part) || visibleFields.includes(part));
  const missing = counted.filter((part) => !has(profile, part));
  const weigh = (parts: readonly Part[]) => parts.reduce((sum, part) => sum + weights[part], 0);
  return { percentage: Math.floor(100 - (100 * weigh(missing)) / weigh(counted)), missing };
}
