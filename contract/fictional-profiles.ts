import { z } from "zod";
import { dateOfBirth, memberName } from "./account.ts";
import { defineCall } from "./call.ts";
import { aboutMeLength, adminRoles, languages } from "./constants.ts";
import { genders, memberId, seeks } from "./profiles.ts";
import { chosenSite, siteKey } from "./staff-sites.ts";
import { optionalText } from "./text.ts";

/** The most fictional profiles on a site: more would fake a crowd. */
export const maxFictionalProfiles = 200;

const fictionalProfile = z.object({
  id: memberId,
  name: z.string(),
  gender: z.enum(genders),
  date_of_birth: z.iso.date(),
  country: z.string(),
  town: z.string(),
  about_me: z.string(),
  photos: z.int(),
  /** Lists and the search don't show it; members who have a chat with it still see it. */
  hidden: z.boolean(),
});
export type FictionalProfile = z.output<typeof fictionalProfile>;

const fictionalList = chosenSite.extend({
  /** The countries of the site, whose towns a profile may live in. */
  countries: z.array(z.string()),
  profiles: z.array(fictionalProfile).max(maxFictionalProfiles),
});

const aboutMe = optionalText(aboutMeLength, "text_too_long");

export const getFictionalProfiles = defineCall({
  method: "GET",
  path: "/api/staff-fictional.php",
  summary: "The fictional profiles of a site, newest first (D11.1).",
  who: "staff",
  roles: adminRoles,
  query: z.object({ site: siteKey.optional() }),
  answer: fictionalList,
});

export const addFictionalProfile = defineCall({
  method: "POST",
  path: "/api/staff-fictional.php",
  summary:
    "Add a fictional profile. It carries its label wherever it appears, and nothing takes the label off (D11.1).",
  who: "staff",
  roles: adminRoles,
  body: z.object({
    site: siteKey,
    name: memberName,
    gender: z.enum(genders, "unknown_option"),
    seeks: z.enum(seeks, "unknown_option"),
    date_of_birth: dateOfBirth,
    city_id: z.int("place_unknown"),
    language: z.enum(languages, "unknown_option"),
    about_me: aboutMe,
  }),
  answer: fictionalList,
});

export const editFictionalProfile = defineCall({
  method: "PUT",
  path: "/api/staff-fictional.php",
  summary: "Change the text of a fictional profile, or hide it from lists and the search.",
  who: "staff",
  roles: adminRoles,
  body: z.object({
    site: siteKey,
    id: memberId,
    about_me: aboutMe.optional(),
    hidden: z.boolean("invalid").optional(),
  }),
  answer: fictionalList,
  errors: ["staff_item_gone"],
});
