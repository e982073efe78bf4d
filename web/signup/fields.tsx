import { type FormEvent, type KeyboardEvent, type ReactNode, useId, useRef } from "react";
import { genders, seeks } from "#contract/profiles.ts";
import { useSettings } from "#web/lib/root-data.ts";
import { useFormat, useTexts } from "#web/lib/texts.tsx";
import { signs } from "#web/profiles/gender-signs.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { ChoiceGroup, type ChoiceOption } from "#web/ui/choice-group.tsx";
import { FieldError, useField } from "#web/ui/field.tsx";
import { useEditListener, useFieldError } from "#web/ui/form-context.ts";
import { PasswordField } from "#web/ui/password-field.tsx";
import { type Option, SelectField } from "#web/ui/select-field.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { type DatePart, type DateParts, isPartComplete, partsInOrder } from "./date-parts.ts";
import type { SignupDraft } from "./draft.ts";

const autoComplete = { day: "bday-day", month: "bday-month", year: "bday-year" } as const;

/** A Tab within this time of the focus's move on was meant for the part before. */
const habitMs = 800;

/** The fields stand in the language's order. The API uses one name for all three in its errors. */
function DateOfBirthField({ defaults }: { defaults: Partial<DateParts> }) {
  const t = useTexts("account");
  const { dateOrder } = useFormat();
  const { min_age } = useSettings();
  const hint = t("signup.birth_hint", { min_age });
  const { id, error, control, onChange } = useField("date_of_birth", hint, undefined);
  const isInvalid = error === t("check.date_of_birth_invalid");
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
      <FieldError id={id}>{isInvalid ? `${error} ${t("signup.birth_check")}` : error}</FieldError>
      <div id={`${id}-note`} className="field-note">
        {error === hint ? null : <p>{hint}</p>}
        <p>{t("signup.birth_why")}</p>
      </div>
    </fieldset>
  );
}

type Defaults = { defaults: SignupDraft };

export function WhoFields({ defaults }: Defaults) {
  const t = useTexts("account");
  const genderOptions: ChoiceOption[] = genders.map((value) => ({
    value,
    label: t(`question.gender_${value}`),
    icon: signs[value],
  }));
  const seeksOptions: ChoiceOption[] = seeks.map((value) => ({
    value,
    label: t(`question.seeks_${value}`),
    icon: signs[value],
  }));
  return (
    <>
      <ChoiceGroup
        look="cards"
        name="gender"
        legend={t("question.gender")}
        options={genderOptions}
        defaultValue={defaults.gender}
        columns={2}
      />
      <ChoiceGroup
        look="cards"
        name="seeks"
        legend={t("question.seeks")}
        options={seeksOptions}
        defaultValue={defaults.seeks}
        columns={3}
        note={t("signup.who_why")}
      />
    </>
  );
}

export function YouFields({ defaults }: Defaults) {
  const t = useTexts("account");
  return (
    <>
      <TextField
        name="name"
        label={t("signup.name")}
        note={t("signup.name_note")}
        autoComplete="nickname"
        spellCheck={false}
        required
        maxLength={254}
        defaultValue={defaults.name}
      />
      <DateOfBirthField defaults={defaults} />
    </>
  );
}

/** The user's email and password, and the consent to what their search reveals about them. */
export function KeyFields({ address, clickNetwork: network }: { address: ReactNode; clickNetwork: string | null }) {
  const t = useTexts("account");
  const { name: site } = useSettings();
  return (
    <>
      {address}
      <PasswordField
        name="password"
        label={t("signup.password")}
        note={t("signup.password_note")}
        autoComplete="new-password"
        required
      />
      <Checkbox
        name="sexuality_consent"
        label={t("signup.consent", { site })}
        note={t("signup.consent_why")}
        required
      />
      {network === null ? null : (
        <Checkbox
          name="click_consent"
          label={t("signup.click", { network })}
          note={t("signup.click_note", { network, site })}
        />
      )}
    </>
  );
}

type PlaceProps = Defaults & { countries: readonly Option[] };

/** The user's town, for users without scripts; the others are asked after the account is created. */
export function PlaceFields({ countries, defaults }: PlaceProps) {
  const t = useTexts("account");
  return (
    <>
      <SelectField
        name="country"
        label={t("signup.country")}
        options={countries}
        autoComplete="country"
        defaultValue={defaults.country}
      />
      <TextField
        name="city"
        label={t("signup.town")}
        note={t("signup.town_note")}
        error={useFieldError("city_id")}
        onChange={useEditListener("city_id")}
        optional
        autoComplete="address-level2"
        maxLength={120}
        defaultValue={defaults.city}
      />
    </>
  );
}
