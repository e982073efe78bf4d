import { type FormEvent, type KeyboardEvent, useId, useRef } from "react";
import { useSettings } from "#web/lib/root-data.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { useFormat } from "#web/lib/use-format.ts";
import { FieldError, useField } from "#web/ui/field.tsx";
import { type DatePart, type DateParts, isPartComplete, partsInOrder } from "./date-parts.ts";

const autoComplete = { day: "bday-day", month: "bday-month", year: "bday-year" } as const;

/** A Tab within this time of the focus's move on was meant for the part before. */
const habitMs = 800;

/**
 * A birth date as three number fields in the language's order. The API uses one name for all three in its errors
 * (R5.01).
 */
export function DateOfBirthField({ defaults }: { defaults: Partial<DateParts> }) {
  const t = useTexts("account");
  const { dateOrder } = useFormat();
  const { min_age } = useSettings();
  const hint = t("signup.birth_hint", { min_age });
  const { id, error, control, onChange } = useField("date_of_birth", hint, undefined);
  const partId = useId();
  const parts = partsInOrder(dateOrder());

  const advancedAt = useRef(Number.NEGATIVE_INFINITY);

  const focus = (part: DatePart | undefined) => part && document.getElementById(`${partId}-${part}`)?.focus();
  /** Moves the focus on once a part is typed. A correction within a part, a paste and autofill do not move it. */
  const advance = (part: DatePart, { currentTarget, nativeEvent, timeStamp }: FormEvent<HTMLInputElement>) => {
    const { value, selectionEnd } = currentTarget;
    const isTypedAtEnd = (nativeEvent as InputEvent).inputType === "insertText" && selectionEnd === value.length;
    if (!isTypedAtEnd || !isPartComplete(part, value)) return;
    advancedAt.current = timeStamp;
    focus(parts[parts.indexOf(part) + 1]);
  };
  /** Backspace in an empty part goes back. A Tab by habit, right after the focus moved on, does not move it twice. */
  const onKeyDown = (part: DatePart, event: KeyboardEvent<HTMLInputElement>) => {
    const goesBack = event.key === "Backspace" && event.currentTarget.value === "";
    const isHabit = event.key === "Tab" && !event.shiftKey && event.timeStamp - advancedAt.current < habitMs;
    if (part !== parts[0] && (goesBack || isHabit)) event.preventDefault();
    if (goesBack) focus(parts[parts.indexOf(part) - 1]);
    advancedAt.current = Number.NEGATIVE_INFINITY;
  };

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
        onInput={(event) => advance(part, event)}
        onKeyDown={(event) => onKeyDown(part, event)}
        className="field-input px-2 text-center tabular-nums"
      />
    </div>
  );

  return (
    <fieldset className="mb-5" onChange={onChange}>
      <legend className="mb-1.5 font-semibold">{t("signup.birth")}</legend>
      <div className="flex flex-wrap gap-3">{parts.map(input)}</div>
      <FieldError id={id}>{error}</FieldError>
      <div id={`${id}-note`} className="field-note">
        {error === hint ? null : <p>{hint}</p>}
        <p>{t("signup.birth_why")}</p>
      </div>
    </fieldset>
  );
}
