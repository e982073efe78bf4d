import type { ReactNode } from "react";
import { type GiftOffer, giftCodes } from "#contract/attachments.ts";
import type { ShownSetting } from "#contract/staff-sites.ts";
import { termsNoticeDays } from "#contract/terms.ts";
import { GiftDrawing } from "#web/chat/gifts/drawing.tsx";
import { useFormat, useTexts } from "#web/lib/texts.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { ChoiceGroup } from "#web/ui/choice-group.tsx";
import { FieldError, FieldNote, useField } from "#web/ui/field.tsx";
import { optionsOf } from "#web/ui/fields.tsx";
import { SelectField } from "#web/ui/select-field.tsx";
import { TextArea, TextField } from "#web/ui/text-field.tsx";
import { PostbacksField } from "./postbacks-field.tsx";
import { boxName, currentValue, factorName, isTicked, offerOf, textsOf } from "./setting-value.ts";

/** What a number may be. */
function Limits({ kind, least, most }: Pick<ShownSetting, "kind" | "least" | "most">) {
  const t = useTexts("staff-sites");
  const format = useFormat();
  if (kind !== "number" || least === null || most === null) return null;
  return <> {t("from_to", { least: format.number(least), most: format.number(most) })}</>;
}

/** When a change of what the terms promise begins. */
function Announced({ promised, coming }: Pick<ShownSetting, "promised" | "coming">) {
  const t = useTexts("staff-sites");
  const format = useFormat();
  if (!promised) return null;
  if (coming === undefined) return <span className="block">{t("promised.note", { days: termsNoticeDays })}</span>;
  return (
    <strong className="block">
      {coming.from === null
        ? t("promised.drafted")
        : t("promised.announced", { date: format.calendarDay(coming.from) })}
    </strong>
  );
}

/** Returns the setting to its default; `to_default` is the button's name in the form. */
function ToDefault({ name, label }: Pick<ShownSetting, "name" | "label">) {
  const t = useTexts("staff-sites");
  return (
    <button
      type="submit"
      name="to_default"
      value={name}
      aria-label={t("to_default_named", { name: label })}
      className="link -mt-3 mb-5 inline-block py-2 text-sm"
    >
      {t("to_default")}
    </button>
  );
}

function Control({ setting, label, note }: { setting: ShownSetting; label: ReactNode; note: ReactNode }) {
  const t = useTexts("staff-sites");
  const { name, kind, options, most, fallback } = setting;
  const value = currentValue(setting);
  const shared = { name, label, note };
  if (kind === "switch") return <Checkbox {...shared} defaultChecked={value === true} />;
  if (kind === "number") return <TextField {...shared} inputMode="numeric" defaultValue={String(value)} />;
  if (kind === "postbacks") return <PostbacksField {...shared} value={value} />;
  if (kind === "gifts") return <GiftsField {...shared} offer={offerOf(value)} fallback={offerOf(fallback)} />;
  if (kind === "choice") {
    const names = optionsOf(options, (option) => (option === "" ? t("empty") : option));
    return <SelectField {...shared} defaultValue={String(value)} options={names} />;
  }
  if (isTicked(setting)) {
    return (
      <ChoiceGroup
        look="pills"
        many
        name={name}
        legend={label}
        note={note}
        options={optionsOf(options)}
        defaultValue={textsOf(value)}
        nameOf={(option) => boxName(name, option)}
      />
    );
  }
  const text = Array.isArray(value) ? textsOf(value).join(", ") : String(value);
  const isLong = Array.isArray(value) || (most ?? 0) > 120;
  if (isLong) return <TextArea {...shared} rows={2} spellCheck={false} defaultValue={text} />;
  return <TextField {...shared} defaultValue={text} />;
}

/** One setting with its description, and a way back to its default. */
export function SettingField({ setting }: { setting: ShownSetting }) {
  const { name, label, kind, options, saved, required, description, coming } = setting;
  const isListed = kind === "choices" && !isTicked(setting);
  const note = (
    <>
      {description}
      <Limits {...setting} />
      <Announced {...setting} />
      {isListed ? <span className="block break-words">{options.join(", ")}</span> : null}
    </>
  );
  return (
    <div>
      <Control setting={setting} label={<SettingName name={name} label={label} />} note={note} />
      {(coming === undefined ? saved : coming.value) === undefined || required ? null : (
        <ToDefault name={name} label={label} />
      )}
    </div>
  );
}

export function SettingName({ name, label }: Pick<ShownSetting, "name" | "label">) {
  return (
    <>
      <span className="font-semibold">{label}</span>{" "}
      <code className="break-all font-normal text-muted text-sm">{name}</code>
    </>
  );
}

type Props = { name: string; label: ReactNode; note: ReactNode; offer: GiftOffer; fallback: GiftOffer };

/** All gifts: which of them the site offers, and the factor of each. */
function GiftsField({ name, label, note, offer, fallback }: Props) {
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
