import type { Bundle } from "#contract/credits.ts";

/** What a message costs with a bundle, in minor units, rounded up to a tenth of one: it never costs more than shown. */
export const pricePerMessage = ({ price, credits }: Pick<Bundle, "price" | "credits">, perMessage: number): number =>
  Math.ceil((price * perMessage * 10) / credits) / 10;
