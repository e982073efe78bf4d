import { z } from "zod";
import { defineCall } from "./call.ts";
import { countryCode, regionCode } from "./places.ts";
import { freeText } from "./text.ts";

/** The codes of a profile's fields; their names stand in `locales/<lang>/profiles.json` (D4.2). */
export const genders = ["male", "female"] as const;
export const sexualities = ["hetero", "gay", "lesbian", "bi"] as const;
/** Whom a new member looks for; gender and this give the sexuality. */
export const seeks = ["male", "female", "both"] as const;
export const hairColors = ["black", "brown", "blond", "red", "grey", "white", "bald", "coloured"] as const;
export const eyeColors = ["brown", "blue", "green", "grey", "hazel"] as const;
export const bodyTypes = ["slim", "athletic", "average", "curvy", "large"] as const;
export const relationshipStatuses = ["single", "relationship", "married", "divorced", "widowed", "open"] as const;
export const tattoos = ["none", "some", "many"] as const;

/** R3.03: the interests. */
export const interests = [
  "adventure",
  "analsex",
  "animals",
  "art",
  "astrology",
  "bbq",
  "beach",
  "beer",
  "biking",
  "bondage",
  "coffee",
  "cooking",
  "dancing",
  "exchanging_pictures",
  "fashion",
  "foodie",
  "gardening",
  "gym",
  "hiking",
  "hugging",
  "kissing",
  "lingerie",
  "massages",
  "masturbating",
  "movies",
  "music",
  "one_night_stand",
  "oral_sex",
  "outdoors",
  "party",
  "photography",
  "politics",
  "public_sex",
  "reading",
  "relationship",
  "sadomasochism",
  "safe_sex",
  "sex",
  "sex_toys",
  "shopping",
  "sports",
  "sushi",
  "tattoos",
  "tea",
  "theater",
  "threesome",
  "travelling",
  "vegetarian",
  "video_games",
  "wine",
] as const;

/** D4.2: shown to logged-in adults only, never in titles, previews, mails, pushes or logs. */
export const explicitInterests: readonly (typeof interests)[number][] = [
  "analsex",
  "bondage",
  "exchanging_pictures",
  "lingerie",
  "masturbating",
  "one_night_stand",
  "oral_sex",
  "public_sex",
  "sadomasochism",
  "safe_sex",
  "sex",
  "sex_toys",
  "threesome",
];

/** A photo as others get it: addresses on this host (after the site's `cdn_prefix`), never a path on a disk. */
export const image = z.object({
  filename: z.string(),
  card_filename: z.string(),
  thumb_filename: z.string(),
  status: z.enum(["active", "inspection"]),
  width: z.int(),
  height: z.int(),
  /** Base64 thumbhash, a picture of 30 bytes to show while the real one loads. */
  thumbhash: z.string(),
});
export type Image = z.output<typeof image>;

/**
 * A member as lists show them. `fictional` is required: no list can leave the label out (D11.1).
 * `distance` is rounded up to a step in kilometres and never exact (D4.5); null where a place is not known,
 * `further` beyond the last step.
 */
export const card = z.object({
  id: z.uuid(),
  name: z.string(),
  age: z.int(),
  gender: z.enum(genders),
  country: countryCode,
  region: regionCode.nullable(),
  region_name: z.string(),
  city: z.string(),
  distance: z.union([z.int(), z.literal("further")]).nullable(),
  online: z.boolean(),
  premium: z.boolean(),
  fictional: z.boolean(),
  main_image: image.nullable(),
  /** The viewer likes this member; both like each other. */
  liked: z.boolean(),
  match: z.boolean(),
});
export type Card = z.output<typeof card>;

/** A member's page. Explicit interests are left out for visitors. */
export const profile = card.extend({
  sexuality: z.enum(sexualities),
  hair_color: z.enum(hairColors).nullable(),
  eye_color: z.enum(eyeColors).nullable(),
  body_type: z.enum(bodyTypes).nullable(),
  relationship_status: z.enum(relationshipStatuses).nullable(),
  tattoos: z.enum(tattoos).nullable(),
  interests: z.array(z.enum(interests)),
  about_me: z.string(),
  photos: z.array(image),
  /** ISO 8601, to the day: when the member was last here; null for a fictional profile. */
  last_active: z.iso.date().nullable(),
  likes_you: z.boolean(),
});
export type Profile = z.output<typeof profile>;

/** What a member says of themselves and how they want to use the site; only what is given is changed. */
export const ownProfile = z.object({
  about_me: z.string(),
  /** No fictional profile is shown anywhere (D11.1). */
  hides_fictional: z.boolean(),
  profile,
});

export const getOwnProfile = defineCall({
  method: "GET",
  path: "/api/profile.php",
  summary: "The caller's own profile, as others see it and with its switches.",
  who: "member",
  answer: ownProfile,
});

export const saveProfile = defineCall({
  method: "PUT",
  path: "/api/profile.php",
  summary: "Change the caller's own profile; what is left out stays.",
  who: "member",
  body: z.object({
    about_me: freeText(2000).or(z.literal("")).optional(),
    hides_fictional: z.boolean("invalid").optional(),
  }),
  answer: ownProfile,
});
