import { type GiftCode, giftCodes } from "#contract/attachments.ts";
import { giftPrice } from "#contract/gift-price.ts";

/** The gifts that a site offers with their prices in credits, cheapest first, else in their usual order. */
export function giftPrices(settings: Parameters<typeof giftPrice>[1]): Map<GiftCode, number> {
  const offered = giftCodes.flatMap((gift): [GiftCode, number][] => {
    const price = giftPrice(gift, settings);
    return price === undefined ? [] : [[gift, price]];
  });
  return new Map(offered.sort(([, one], [, other]) => one - other));
}
