import type { GiftOffer } from "#contract/attachments.ts";
import { GiftDrawing } from "#web/chat/gifts/drawing.tsx";
import { giftPrices } from "#web/chat/gifts/gift-prices.ts";
import { useTexts } from "#web/lib/texts.tsx";

/** The gifts as members choose from them: by price, cheapest first. */
export function OfferPreview({ credits, offer }: { credits: number; offer: GiftOffer }) {
  const t = useTexts("staff-sites");
  const words = useTexts("gifts");
  const members = useTexts("members");
  const chat = useTexts("chat");
  const prices = giftPrices({ gift_credits: credits, gift_factors: offer });
  return (
    <figure className="mb-5 rounded-md border border-line p-3">
      <figcaption className="mb-2 font-semibold text-sm">{t("preview.title")}</figcaption>
      {[...Map.groupBy(prices.keys(), (gift) => prices.get(gift) ?? 0)].map(([count, gifts]) => (
        <div key={count} className="mb-2">
          <p className="text-sm">{count === 0 ? chat("composer.free") : members("profile.price_unknown", { count })}</p>
          <ul className="flex flex-wrap gap-2">
            {gifts.map((gift) => (
              <li key={gift} title={words(`name.${gift}`)}>
                <GiftDrawing gift={gift} className="size-9" />
                <span className="sr-only">{words(`name.${gift}`)}</span>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </figure>
  );
}
