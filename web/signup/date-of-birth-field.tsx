import { useId } from "react";
import { useSettings } from "#web/lib/root-data.ts";
import { useLanguage, useTexts } from "#web/lib/texts.tsx";
import { FieldError, useField } from "#web/ui/field.tsx";
import { type DatePart, type DateParts, listDateParts } from "./date-parts.ts";

const autoComplete = { day: "bday-day", month: "bday-month", year: "bday-year" } as const;

/**
 * A birth date as three number fields in the language's order. The API uses one name for all three in its errors
 * (R5.01).
 */
export function DateOfBirthField({ defaults }: { defaults: Partial<DateParts> }) {
  const t = useTexts("account");
  const language = useLanguage();
  const { min_age } = useSettings();
  const hint = t("signup.birth_hint", { min_age });
  const { id, error, control, onChange } = useField("date_of_birth", hint, undefined);
  const partId = useId();

  const input = (part: DatePart) => (
    <div key={part} className={part === "year" ? "w-[6rem]" : "w-[4.5rem]"}>
      <label htmlFor={`${partId}-${part}`} className="mb-1 block text-sm">
        {t(`signup.${part}`)}
      </label>
      <input
        id={`${partId}-${part}`}
        name={part}
        aria-invalid={control["aria-invalid"]}
        aria-describedby={control["aria-describedby"]}
        defaultValue={defaults[part]}
        autoComplete={autoComplete[part]}
        inputMode="numeric"
        maxLength={part === "year" ? 4 : 2}
        required
        className="field-input px-2 text-center tabular-nums"
      />
    </div>
  );

  return (
    <fieldset className="mb-5" onChange={onChange}>
      <legend className="mb-1.5 font-semibold">{t("signup.birth")}</legend>
      <div className="flex flex-wrap gap-3">{listDateParts(language).map(input)}</div>
      <FieldError id={id}>{error}</FieldError>
      <div id={`${id}-note`} className="field-note">
        {error === hint ? null : <p>{hint}</p>}
        <p>{t("signup.birth_why")}</p>
      </div>
    </fieldset>
  );
}
