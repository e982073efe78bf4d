import { z } from "zod";
import { dateOfBirth, memberName } from "./account.ts";
import { defineCall, uploadedFile } from "./call.ts";
import { aboutMeLength, adminRoles, languages } from "./constants.ts";
import { orderPhotos, photoFormUpload, photoProblems } from "./photos.ts";
import { townId } from "./places.ts";
import { genders, memberId, seeks } from "./profiles.ts";
import { siteKey } from "./site-key.ts";
import { chosenSite } from "./staff-sites.ts";
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
  /** In their order; the first one that has passed the inspection is the main one. */
  photos: z.array(
    z.object({
      id: z.uuid(),
      image: z.string(),
      /** Under inspection: no member sees it yet. */
      waits: z.boolean(),
    }),
  ),
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
  sites: "own",
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
  sites: "own",
  roles: adminRoles,
  hashes: true,
  body: z.object({
    site: siteKey,
    name: memberName,
    gender: z.enum(genders, "unknown_option"),
    seeks: z.enum(seeks, "unknown_option"),
    date_of_birth: dateOfBirth,
    city_id: townId,
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
  sites: "own",
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

const whichProfile = z.object({ site: siteKey, id: memberId });

export const addFictionalPhoto = defineCall({
  method: "POST",
  path: "/api/staff-fictional-photos.php",
  summary:
    "Add a photo to a fictional profile: a form whose file is the photo. It is inspected like a member's (D8.1, D8.2).",
  who: "staff",
  sites: "own",
  roles: adminRoles,
  rate: "upload",
  replay: "own",
  upload: photoFormUpload,
  body: whichProfile.extend({ file: uploadedFile }),
  answer: fictionalList,
  errors: ["staff_item_gone", "photo_limit", ...photoProblems],
});

export const orderFictionalPhotos = defineCall({
  method: "PUT",
  path: "/api/staff-fictional-photos.php",
  summary: "Put the photos of a fictional profile in an order, all of them at once; the first one is the main one.",
  who: "staff",
  sites: "own",
  roles: adminRoles,
  body: whichProfile.extend({ photos: orderPhotos.body.shape.photos }),
  answer: fictionalList,
  errors: ["staff_item_gone", "photos_changed"],
});

export const removeFictionalPhoto = defineCall({
  method: "DELETE",
  path: "/api/staff-fictional-photos.php",
  summary: "Delete a photo of a fictional profile.",
  who: "staff",
  sites: "own",
  roles: adminRoles,
  body: whichProfile.extend({ photo: z.uuid("invalid") }),
  answer: fictionalList,
  errors: ["staff_item_gone", "photo_not_found"],
});
