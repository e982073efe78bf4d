import type { ReactNode } from "react";
import { type GiftOffer, giftCodes } from "#contract/attachments.ts";
import { GiftDrawing } from "#web/chat/gifts/drawing.tsx";
import { useTexts } from "#web/lib/texts.tsx";
import { FieldError, FieldNote, useField } from "#web/ui/field.tsx";
import { boxName, factorName } from "./setting-value.ts";

type Props = {
  name: string;
  label: ReactNode;
  note: ReactNode;
  offer: GiftOffer;
  /** The factors of gifts that are not offered. */
  fallback: GiftOffer;
};

/** All gifts: which of them the site offers, and the factor of each. */
export function GiftsField({ name, label, note, offer, fallback }: Props) {
  const t = useTexts("staff-sites");
  const words = useTexts("gifts");
  const { id, error, control, onChange } = useField(name, note, undefined);
  return (
    <fieldset className="mb-5" aria-describedby={control["aria-describedby"]} onChange={onChange}>
      <legend className="mb-2 font-semibold">{label}</legend>
      <ul className="grid gap-x-5 gap-y-2 sm:grid-cols-2">
        {giftCodes.map((gift, index) => (
          <li key={gift} className="flex min-w-0 items-center gap-3">
            <label className="flex min-h-11 min-w-0 grow items-center gap-3">
              <input
                type="checkbox"
                name={boxName(name, gift)}
                defaultChecked={offer[gift] !== undefined}
                aria-invalid={index === 0 ? control["aria-invalid"] : undefined}
                className="size-5 shrink-0 accent-primary"
              />
              <GiftDrawing gift={gift} className="size-9 shrink-0" />
              <span className="wrap-anywhere">{words(`name.${gift}`)}</span>
            </label>
            <span aria-hidden className="text-muted">
              ×
            </span>
            <input
              name={factorName(name, gift)}
              aria-label={t("gifts.factor", { gift: words(`name.${gift}`) })}
              inputMode="numeric"
              maxLength={3}
              defaultValue={offer[gift] ?? fallback[gift] ?? 1}
              className="field-input w-16 shrink-0"
            />
          </li>
        ))}
      </ul>
      <FieldError id={id}>{error}</FieldError>
      <FieldNote id={id}>{note}</FieldNote>
    </fieldset>
  );
}
