import type { GiftShelf } from "#contract/gifts.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { Section } from "#web/ui/section.tsx";
import { GiftDrawing } from "./drawing.tsx";

/** The gifts that a member has opened, as others see them: how many, and never who gave them. */
export function Shelf({ shelf: { gifts, givers } }: { shelf: GiftShelf }) {
  const t = useTexts("gifts");
  if (gifts.length === 0) return null;
  return (
    <Section title={t("shelf.title")} heading="text-xl" className="mt-8">
      <p className="text-muted text-sm">{t("shelf.givers", { count: givers })}</p>
      <ul className="mt-3 flex flex-wrap gap-2.5">
        {gifts.map(({ gift, count }) => (
          <li key={gift} className="gift-shelved" title={t(`name.${gift}`)}>
            <GiftDrawing gift={gift} className="size-12" />
            <span className="sr-only">{t("shelf.count", { gift: t(`name.${gift}`), count })}</span>
            {count > 1 ? (
              <span aria-hidden className="font-semibold text-sm">
                × {count}
              </span>
            ) : null}
          </li>
        ))}
      </ul>
    </Section>
  );
}
