import { z } from "zod";
import { defineCall } from "./call.ts";
import type { ErrorCode } from "./errors.ts";
import { factCodes, heights, spokenLanguages } from "./facts.ts";
import { answerOdds } from "./first-messages.ts";
import { goals, matchReason } from "./match-reasons.ts";
import { ownQuestion, question } from "./opening-questions.ts";
import { countryCode, regionCode, townId } from "./places.ts";
import { optionalText } from "./text.ts";

export const memberId = z.uuid("invalid").toLowerCase();

/** The codes of a profile's fields; `locales/<lang>/profiles.json` has their names. */
export const genders = ["male", "female"] as const;
export const sexualities = ["hetero", "gay", "lesbian", "bi"] as const;
/** Who a new member is looking for; with their gender this gives the sexuality. */
export const seeks = ["male", "female", "both"] as const;
export const hairColors = ["black", "brown", "blond", "red", "grey", "white", "bald", "coloured"] as const;
export const eyeColors = ["brown", "blue", "green", "grey", "hazel"] as const;
/** The order is that of the SQL function `body_type_bits`: a new one comes last. */
export const bodyTypes = ["slim", "athletic", "average", "curvy", "large"] as const;
export const relationshipStatuses = ["single", "relationship", "married", "divorced", "widowed", "open"] as const;
export const tattoos = ["none", "some", "many"] as const;

/** The interests (R3.03), in the order of the SQL function `interest_bits`: a new one comes last. */
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

/** D4.2: only logged-in adults see these, and no title, preview, mail, push or log names them. */
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

/** `premium`: the owner is premium, the viewer isn't. `limit`: beyond the photos a free member sees. */
export const photoLocks = ["premium", "limit", "age"] as const;

/** A photo as others get it: addresses on this host (after the site's `cdn_prefix`), never a path on disk. */
export const image = z.object({
  filename: z.string(),
  card_filename: z.string(),
  thumb_filename: z.string(),
  status: z.enum(["active", "inspection"]),
  width: z.int(),
  height: z.int(),
  /** Base64 thumbhash, a placeholder of 30 bytes shown while the photo loads; empty if the photo is locked. */
  thumbhash: z.string(),
  /** Null: the viewer sees it. Else every address is that of the blurred picture. */
  locked: z.enum(photoLocks).nullable(),
  /** The owner's caption; empty: none, or not for this viewer. */
  caption: z.string(),
});
export type Image = z.output<typeof image>;

export const mainImage = image.extend({
  /** The path of the picture for the like and match dialogs, in the card's size; blurred if the photo is locked. */
  match: z.string(),
});
export type MainImage = z.output<typeof mainImage>;

/** A recording that the viewer may hear: its address on this host, its length, and its levels, each from 0 to 100. */
export const sound = z.object({
  filename: z.string(),
  seconds: z.int(),
  waveform: z.array(z.int()),
});
export type Sound = z.output<typeof sound>;

/**
 * A member as lists show them. `fictional` and `automatic` are required, so that no list can omit a label.
 * `distance` is rounded up to a step in kilometres, never exact (D4.5); 0 in the same town, null if a place is unknown,
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
  /** False for visitors, as is `premium`: only members learn it. */
  online: z.boolean(),
  new: z.boolean(),
  premium: z.boolean(),
  /** Staff compared a selfie with the main photo as it is now; never true of a fictional profile. */
  verified: z.boolean(),
  fictional: z.boolean(),
  /** A program answers for them, as on demo sites; screens say so before the viewer writes to them. */
  automatic: z.boolean(),
  main_image: mainImage.nullable(),
  liked: z.boolean(),
  match: z.boolean(),
  /** Their like, or one of a match's two, is automatic: they let others be introduced to them (D5.3). */
  introduced: z.boolean(),
  /** D4.4. Null for visitors, oneself, fictional profiles, genders not looked for, and too few answers. */
  match_percentage: z.int().min(0).max(100).nullable(),
});
export type Card = z.output<typeof card>;

/** A member in a list that puts members within the viewer's preferences first. */
export const rankedCard = card.extend({
  /** Outside the viewer's preferred distance or ages: these come after all others, and the page says so. */
  beyond: z.boolean(),
});
export type RankedCard = z.output<typeof rankedCard>;

/** Why the caller can't see, like or write to a member. */
export const visibilityErrors = ["profile_not_found", "blocked_by_you"] as const satisfies readonly ErrorCode[];
/** The same on the profile page and in the chat, the only calls that say that the member has blocked the caller. */
export const pageErrors = [...visibilityErrors, "blocked"] as const satisfies readonly ErrorCode[];
/** Why the caller can't do something that another member learns of, such as a like: see `requireMutual`. */
export const mutualErrors = [...visibilityErrors, "own_profile", "hidden_from_them", "consent_withdrawn"] as const;

const code = <const Codes extends readonly string[]>(codes: Codes) => z.enum(codes, "unknown_option").nullable();

/** Fields of one code each; null: the member does not say. */
const looks = {
  hair_color: code(hairColors),
  eye_color: code(eyeColors),
  body_type: code(bodyTypes),
  relationship_status: code(relationshipStatuses),
  tattoos: code(tattoos),
};

/** Facts that decide (R11.03); null, or an empty list: the member does not say. */
const facts = {
  /** In centimetres. */
  height: z.int("invalid").min(heights.min, "too_small").max(heights.max, "too_big").nullable(),
  children: code(factCodes.children),
  wants_children: code(factCodes.wants_children),
  smoking: code(factCodes.smoking),
  drinking: code(factCodes.drinking),
  education: code(factCodes.education),
  languages: z
    .array(z.enum(spokenLanguages, "unknown_option"), "invalid")
    .refine((codes) => new Set(codes).size === codes.length, "invalid"),
};

/** A member's page. Explicit interests are left out for visitors. */
export const profile = card.extend({
  /** For its owner only; others see the age, and null here (decision 0095). */
  date_of_birth: z.iso.date().nullable(),
  /** Null if the member withdrew the consent to store it. */
  sexuality: z.enum(sexualities).nullable(),
  ...looks,
  ...facts,
  /** What the member is looking for, if they show it. */
  goals: z.array(z.enum(goals)),
  interests: z.array(z.enum(interests)),
  about_me: z.string(),
  /** The member's voice introduction (R12.01); null: none that others may hear, or the viewer is not logged in. */
  voice: sound.nullable(),
  /** What a first message to the member can answer (R11.01). */
  questions: z.array(question),
  photos: z.array(image),
  /** ISO 8601, to the day: when the member was last active; null for a fictional profile. */
  last_active: z.iso.date().nullable(),
  likes_you: z.boolean(),
  match_reasons: z.array(matchReason),
});
export type Profile = z.output<typeof profile>;

/** Most useful first. `interests` counts from three on; `preferences` beyond the signup's question (D4.4). */
export const completenessParts = [
  "photo",
  "about_me",
  "city",
  "interests",
  "preferences",
  "questions",
  "relationship_status",
  "body_type",
  "hair_color",
  "eye_color",
  "tattoos",
] as const;

export const ownProfile = z.object({
  about_me: z.string(),
  /** `about_me` has contact details and waits for inspection; others still see the text before it. */
  about_me_inspection: z.boolean(),
  questions: z.array(ownQuestion),
  date_of_birth: z.iso.date(),
  ...looks,
  ...facts,
  /** Members see on the profile what this one is looking for, and find them by it. Off at first. */
  shows_goals: z.boolean(),
  interests: z.array(z.enum(interests)),
  city_id: z.int().nullable(),
  hides_fictional: z.boolean(),
  /** In no search, list or count; visible only to members this one wrote to or liked first. */
  invisible: z.boolean(),
  /** New members who fit are introduced by an automatic like. */
  introduces: z.boolean(),
  leaves_visits: z.boolean(),
  /** Others see when this member is writing to them, and this member sees it of others. */
  shows_typing: z.boolean(),
  /** Others see that this member has read their messages, and this member sees it of others. */
  shows_read: z.boolean(),
  /** Members who have chatted with this one may ask for a call (R12.02). */
  takes_talks: z.boolean(),
  /** Members who see the profile see which gifts this one received, never from which member. */
  shows_gifts: z.boolean(),
  /** People who are not logged in see the member too, if the site shows them any. Off at first. */
  shown_to_visitors: z.boolean(),
  /** Members see, before they write, how often this one answers first messages. */
  shows_odds: z.boolean(),
  /** How often that is, also while it is hidden; null: too few first messages to say. */
  answer_odds: answerOdds.nullable(),
  /** First messages only from members who fit this one's preferences: gender, ages, distance. Off at first. */
  only_fitting_write: z.boolean(),
  /** First messages only from verified members. Off at first. */
  only_verified_write: z.boolean(),
  /** The member consented to storing explicit interests and showing them to members. */
  explicit_consent: z.boolean(),
  /** The consent to store and show what the text says about sex life, health, beliefs or origin. */
  about_me_consent: z.boolean(),
  /** The member consented to storing and using who they look for, which reveals their sexuality. */
  sexuality_consent: z.boolean(),
  /** The member agreed at signup that the advertising network may learn what its click brought. */
  shares_click: z.boolean(),
  /** Of the parts that the site's profiles show; `missing` has the most useful first. */
  completeness: z.object({ percentage: z.int().min(0).max(100), missing: z.array(z.enum(completenessParts)) }),
  /** As others see it: without fields that the site does not show. */
  profile,
});

export type OwnProfile = z.output<typeof ownProfile>;

export const getOwnProfile = defineCall({
  method: "GET",
  path: "/api/profile.php",
  summary: "The caller's own profile, as they wrote it and as others see it, with its switches.",
  who: "member",
  whileClosed: true,
  answer: ownProfile,
});

export const saveProfile = defineCall({
  method: "PUT",
  path: "/api/profile.php",
  summary: "Change the caller's own profile; omitted fields stay.",
  who: "member",
  key: "honoured",
  body: z.object({
    /** Maximum `aboutMeLength` characters (`text_too_long` says so). A text with contact details is inspected. */
    about_me: optionalText(10_000).optional(),
    /** What a text about oneself may reveal is kept by this consent; false withdraws it and erases the text. */
    about_me_consent: z.boolean("invalid").optional(),
    ...z.object({ ...looks, ...facts }).partial().shape,
    shows_goals: z.boolean("invalid").optional(),
    interests: z
      .array(z.enum(interests, "unknown_option"), "invalid")
      .refine((codes) => new Set(codes).size === codes.length, "invalid")
      .optional(),
    /** Explicit interests need it; false withdraws it and erases them. */
    explicit_consent: z.boolean("invalid").optional(),
    /** A town of the site's countries; the member's country and region follow from it. */
    city_id: townId.optional(),
    hides_fictional: z.boolean("invalid").optional(),
    invisible: z.boolean("invalid").optional(),
    introduces: z.boolean("invalid").optional(),
    /** Turned off, earlier visits are deleted too. */
    leaves_visits: z.boolean("invalid").optional(),
    shows_typing: z.boolean("invalid").optional(),
    shows_read: z.boolean("invalid").optional(),
    takes_talks: z.boolean("invalid").optional(),
    shows_gifts: z.boolean("invalid").optional(),
    shown_to_visitors: z.boolean("invalid").optional(),
    shows_odds: z.boolean("invalid").optional(),
    only_fitting_write: z.boolean("invalid").optional(),
    only_verified_write: z.boolean("invalid").optional(),
    /** Only the signup asks for it; here it is withdrawn. */
    shares_click: z.literal(false, "invalid").optional(),
  }),
  answer: ownProfile,
});

export const setSexuality = defineCall({
  method: "PUT",
  path: "/api/sexuality.php",
  summary:
    "Give consent to storing and using who the caller looks for, or withdraw it: null erases it, and no list shows the caller until they consent again (D11.5).",
  who: "member",
  key: "honoured",
  body: z.object({ seeks: z.enum(seeks, "unknown_option").nullable() }),
  answer: z.object({ sexuality_consent: z.boolean() }),
});
