import { z } from "zod";
import { languages } from "./constants.ts";
import { disabledReasons } from "./notifications.ts";
import { image } from "./profiles.ts";

export const user = z.object({
  id: z.uuid(),
  status: z.enum(["not_confirmed", "active"]),
  email: z.string(),
  credits: z.int(),
  paid_user: z.boolean(),
  /** Until when the caller can't write to others, by a decision; null: they can. */
  muted_until: z.iso.datetime().nullable(),
  /** The newest purchase of which money is left, in minor units: what the caller's credits cost; null: none. */
  last_purchase: z.object({ credits: z.int(), amount: z.int(), currency: z.string() }).nullable(),
  /** The site's icon for fictional profiles, shown beside each of them. */
  fictional_icon: z.string(),
  language: z.enum(languages),
  notifications_disabled: z.array(z.enum(disabledReasons)),
  signup_date: z.iso.datetime(),
  /** How many members looked at the caller's profile and were not listed to the caller before. */
  new_visitors: z.int(),
  new_updates: z.int(),
  /** How many more of the match finder's questions the caller has to answer before they see percentages. */
  questions_left: z.int(),
  /** The caller's dates that a friend knows about, until they end (R12.03): the one that begins first comes first. */
  shared_dates: z.array(
    z.object({
      id: z.uuid(),
      member: z.uuid(),
      name: z.string(),
      time_zone: z.string(),
      fine_by: z.iso.datetime(),
      /** They said "I'm fine". */
      fine: z.boolean(),
    }),
  ),
  /** The caller is in no list and sees a mark of that on every page. */
  invisible: z.boolean(),
  /** The ages in years that the caller looks for, both included; if they named none, some years around their own. */
  wanted_ages: z.object({ min: z.int(), max: z.int() }),
  /** They withdrew the consent to use who they look for: they are in no list, and approach no one new (D11.5). */
  lacks_consent: z.boolean(),
  /** What the caller has not agreed to yet; the page `/agree` asks (D11.5, R9.05). */
  to_agree: z.object({
    /** The consent's words cover more than those that the caller agreed to. */
    consent: z.boolean(),
    /** From when changed terms apply that take something from members; null: none, or the caller chose "not now". */
    terms: z.iso.date().nullable(),
  }),
  profile: z.object({
    name: z.string(),
    country: z.string(),
    /** Null: the member has not named a town, so there are no distances. */
    city_id: z.int().nullable(),
    /** `disabled` until the address is confirmed: others can't find the member yet. */
    status: z.enum(["active", "disabled"]),
    main_image: image.nullable(),
  }),
});
export type User = z.output<typeof user>;
