import { z } from "zod";
import { defineCall } from "./call.ts";
import { programScopes } from "./constants.ts";
import { namedSite, siteKey } from "./site-key.ts";
import { freeText } from "./text.ts";

export const keyNameLength = 70;

/** After how many days a key ends; a key without an end would outlive the people who know of it. */
export const keyDays = ["30", "90", "365"] as const;

const scope = z.enum(programScopes, "unknown_option");

const keyRow = z.object({
  id: z.uuid(),
  name: z.string(),
  /** The key of its site; null: all sites. */
  site: siteKey.nullable(),
  scopes: z.array(scope),
  made_by: z.string(),
  made_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
  /** The last day (UTC) on which it was used; null: never. */
  used_on: z.iso.date().nullable(),
  /** `ended`: its time is over. */
  state: z.enum(["open", "ended", "revoked"]),
});
export type ApiKeyRow = z.output<typeof keyRow>;

const keyList = z.object({
  sites: z.array(namedSite),
  /** Those that still work first, then the newest. */
  keys: z.array(keyRow),
  /** The caller logged in too long ago to make a key without the password. */
  password_needed: z.boolean(),
});
export type ApiKeyList = z.output<typeof keyList>;

export const getApiKeys = defineCall({
  method: "GET",
  path: "/api/staff-api-keys.php",
  summary: "The API keys of the operator's programs, without their secrets (R13.05).",
  who: "staff",
  answer: keyList,
});

export const addApiKey = defineCall({
  method: "POST",
  path: "/api/staff-api-keys.php",
  summary:
    "Make an API key: needs the password unless the caller has just logged in, and answers the key once. A repeat makes no second key, and answers none (R13.05).",
  who: "staff",
  rate: "login",
  // a stored answer would hold the secret
  replay: "own",
  body: z.object({
    name: freeText(keyNameLength),
    site: siteKey.nullable(),
    scopes: z.array(scope).min(1, "required").max(programScopes.length, "too_big"),
    days: z.enum(keyDays, "unknown_option"),
    password: z.string("invalid").max(1000, "too_long").optional(),
  }),
  answer: keyList.extend({ secret: z.string().nullable() }),
  errors: ["login_blocked"],
});

export const revokeApiKey = defineCall({
  method: "DELETE",
  path: "/api/staff-api-keys.php",
  summary: "Revoke an API key: its next call is refused (R13.05).",
  who: "staff",
  body: z.object({ id: z.uuid("invalid") }),
  answer: keyList,
  errors: ["staff_item_gone"],
});
