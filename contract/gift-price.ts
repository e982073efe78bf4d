import type { GiftCode, GiftOffer } from "./attachments.ts";

/** What a gift costs on a site, in credits; undefined: the site doesn't offer it. */
export function giftPrice(
  gift: GiftCode,
  { gift_credits: credits, gift_factors: factors }: { gift_credits: number; gift_factors: GiftOffer },
): number | undefined {
  const factor = factors[gift];
  return factor === undefined ? undefined : credits * factor;
}
