import { z } from "zod";
import { dateOfBirth, memberName } from "./account.ts";
import { defineCall } from "./call.ts";
import { countryCode } from "./places.ts";
import { genders, seeks } from "./profiles.ts";

/** For how many days the details of an imported person are kept. */
export const importedDays = 30;

/** What another platform handed over about a person, to prefill the signup. */
export const importedDetails = z.object({
  name: memberName.optional(),
  gender: z.enum(genders, "unknown_option").optional(),
  seeks: z.enum(seeks, "unknown_option").optional(),
  date_of_birth: dateOfBirth.optional(),
  country: countryCode.optional(),
});
export type ImportedDetails = z.output<typeof importedDetails>;

const token = z.string({ error: "required" }).max(200, "invalid");

export const getImported = defineCall({
  method: "GET",
  path: "/api/imported.php",
  summary: "What another platform of the operator handed over about the holder of a link from an email (R13.05).",
  who: "anyone",
  rate: "search",
  query: z.object({ token }),
  answer: z.object({
    imported: z.object({ source: z.string(), email: z.string(), details: importedDetails }),
  }),
  errors: ["link_invalid"],
});

export const eraseImported = defineCall({
  method: "DELETE",
  path: "/api/imported.php",
  summary: "Erase it at once, without an account. A repeat changes nothing (R13.05).",
  who: "anyone",
  rate: "login",
  replay: "none",
  whileClosed: true,
  body: z.object({ token }),
  answer: z.object({ erased: z.literal(true) }),
  errors: ["link_invalid"],
});
