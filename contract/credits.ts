import { z } from "zod";
import { defineCall } from "./call.ts";
import { discountCodeText } from "./discounts.ts";
import { countryCode } from "./places.ts";

/** A bundle of credits with its whole price: minor units of the currency, VAT included. */
export const bundle = z.object({
  id: z.uuid(),
  credits: z.int(),
  /** What the caller pays, after the welcome discount or the discount of the requested code. */
  price: z.int(),
  /** The price before the discount; the same as `price` without one. */
  list_price: z.int(),
  currency: z.string(),
  vat_percent: z.number(),
  /** How much of the price is VAT, minor units. */
  vat: z.int(),
  /** What one message costs with this bundle, minor units, rounded up. */
  price_per_message: z.int(),
  /** How many messages it pays for, once it has settled the caller's debt. */
  messages: z.int(),
  /** True if more buyers of this site and country recently chose it than any other bundle. */
  most_chosen: z.boolean(),
});
export type Bundle = z.output<typeof bundle>;

export const getBundles = defineCall({
  method: "GET",
  path: "/api/bundles.php",
  summary:
    "Bundles, smallest first, with all prices: for the caller's own country, else the requested one, else that of the caller's IP address.",
  who: "anyone",
  whileClosed: true,
  query: z.object({
    country: countryCode.optional(),
    /** A discount code of a member; a wrong one is an error of the field `code`. */
    code: discountCodeText.optional(),
  }),
  answer: z.object({
    /** The code whose discount the prices include: the requested one, or the welcome code; null if there is none. */
    code: z.string().nullable(),
    country: countryCode.nullable(),
    bundles: z.array(bundle),
    /** False: the site sells no credits any more, in any country. */
    sells: z.boolean(),
    methods: z.array(z.string()),
    /** Credits that the caller owes: the next purchase settles them first. */
    debt: z.int(),
    /** The caller can't write to others now, so credits could not be spent. */
    muted: z.boolean(),
  }),
});
