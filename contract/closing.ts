import { z } from "zod";
import { defineCall } from "./call.ts";
import { adminRoles } from "./constants.ts";
import { siteKey } from "./site-key.ts";
import { chosenSite } from "./staff-sites.ts";
import { freeText } from "./text.ts";
import { money } from "./withdrawals.ts";

const closing = chosenSite.extend({
  sales: z.enum(["on", "off"]),
  signups: z.enum(["all", "with_trafficsource", "none"]),
  closed_until: z.string(),
  /** What was bought and is not spent, as refunding it would pay, and payments that are not settled yet. */
  owed: z.array(money.extend({ members: z.int() })),
  coming: z.int(),
  refunding: z.boolean(),
  /** What removing the site erases; accounts without fictional profiles and banned members. */
  members: z.int(),
  fictional: z.int(),
  chats: z.int(),
  photos: z.int(),
  /** What stays: receipts and credit notes for as long as tax law asks, banned accounts until no one can object. */
  receipts: z.int(),
  banned: z.int(),
  /** The removal waits for a second person. */
  proposed: z.boolean(),
  /** Null: it was not begun. `left`: accounts that are still to be erased. */
  removal: z
    .object({ started_at: z.iso.datetime(), finished_at: z.iso.datetime().nullable(), left: z.int() })
    .nullable(),
});
export type SiteClosing = z.output<typeof closing>;

export const getClosing = defineCall({
  method: "GET",
  path: "/api/staff-closing.php",
  summary: "How far the closing of a site is, and what each of its next steps would do, in numbers.",
  who: "staff",
  sites: "own",
  roles: adminRoles,
  query: z.object({ site: siteKey.optional() }),
  answer: closing,
});

export const removeSite = defineCall({
  method: "POST",
  path: "/api/staff-closing.php",
  summary:
    "Remove a site that is closed, whose day is over and that owes nothing: its accounts are erased, its hosts free, its books kept. A second person confirms it; it can't be undone.",
  who: "staff",
  roles: adminRoles,
  body: z.object({ site: siteKey, reason: freeText(500) }),
  answer: closing,
  errors: ["site_not_closed", "site_owes", "site_in_use", "staff_item_gone"],
});
