import type { ReactNode } from "react";
import { genders, seeks } from "#contract/profiles.ts";
import { useSettings } from "#web/lib/root-data.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { signs } from "#web/profiles/gender-signs.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { ChoiceGroup, type ChoiceOption } from "#web/ui/choice-group.tsx";
import { useEditListener, useFieldError } from "#web/ui/form-context.ts";
import { PasswordField } from "#web/ui/password-field.tsx";
import { type Option, SelectField } from "#web/ui/select-field.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { DateOfBirthField } from "./date-of-birth-field.tsx";
import type { SignupDraft } from "./draft.ts";

type Defaults = { defaults: SignupDraft };

/** The user's gender and who they look for: two taps. */
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

/** The user's name and birth date. */
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

/** The user's email and password, and the consent to what their search reveals about them (D11.5). */
export function KeyFields({ address }: { address: ReactNode }) {
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
