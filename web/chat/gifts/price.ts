import type { GiftCode } from "#contract/attachments.ts";
import type { Card } from "#contract/profiles.ts";
import { isServed } from "#contract/served.ts";
import { costsOf, useFormatPriceRange, useMessageCosts } from "#web/credits/price-words.ts";
import { useSettings } from "#web/lib/root-data.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { giftPrices } from "./gift-prices.ts";

type Recipient = Pick<Card, "fictional" | "automatic">;

/** The gifts that the site offers, cheapest first, with what each costs in credits: nothing if no one answers. */
export function useGiftPrices(to: Recipient): ReadonlyMap<GiftCode, number> {
  const prices = giftPrices(useSettings());
  return isServed(to) ? prices : new Map([...prices.keys()].map((gift) => [gift, 0]));
}

/** What a photo or a voice message costs in credits. */
export function useAttachmentCredits(kind: "photo" | "voice", to: Recipient): number {
  const credits = useSettings()[`${kind}_credits`];
  return isServed(to) ? credits : 0;
}

/** A price in credits, with what as many credits cost the viewer now. */
export function useCreditWords(): (count: number) => string {
  const t = useTexts("members");
  const chat = useTexts("chat");
  const inMoney = useFormatPriceRange();
  const price = useMessageCosts();
  return (count) => {
    if (count === 0) return chat("composer.free");
    if (price === undefined) return t("profile.price_unknown", { count });
    return t("profile.price", { count, money: inMoney(costsOf(price, count), "range") });
  };
}
