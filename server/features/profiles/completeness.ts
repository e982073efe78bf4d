import { completenessParts, type OwnProfile } from "#contract/profiles.ts";

type Part = (typeof completenessParts)[number];
type Answers = Pick<OwnProfile, Exclude<Part, "photo" | "city" | "preferences"> | "city_id"> & {
  photo: boolean;
  preferences: boolean;
};

/**
 * The weights are 100 together, by their value to others: without a photo a member is not among the first matches of
 * new members; without a town no search by distance finds one (docs/decisions/0027).
 */
export const partWeights: Readonly<Record<Part, number>> = {
  photo: 25,
  about_me: 15,
  city: 15,
  interests: 15,
  preferences: 10,
  questions: 5,
  relationship_status: 3,
  body_type: 3,
  hair_color: 3,
  eye_color: 3,
  tattoos: 3,
};

/** The number of interests that counts as complete. */
export const enoughInterests = 3;

/** The parts that count on every site, because a site can't hide them. */
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
    case "questions":
      return profile.questions.length > 0;
    case "interests":
      return profile.interests.length >= enoughInterests;
    default:
      return profile[part] !== null;
  }
}

/** How complete a profile is, in per cent, by the parts that the site shows; 100 only if nothing is missing (R2.20). */
export function completenessOf(profile: Answers, visibleFields: readonly string[]): OwnProfile["completeness"] {
  const counted = completenessParts.filter((part) => always.has(part) || visibleFields.includes(part));
  const missing = counted.filter((part) => !has(profile, part));
  const weigh = (parts: readonly Part[]) => parts.reduce((sum, part) => sum + partWeights[part], 0);
  return { percentage: Math.floor(100 - (100 * weigh(missing)) / weigh(counted)), missing };
}
