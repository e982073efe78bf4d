import { Mars, Venus, VenusAndMars } from "lucide-react";
import type { ReactNode } from "react";
import { genders, seeks } from "#contract/profiles.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { PasswordField } from "#web/ui/password-field.tsx";
import { type RadioCard, RadioCards } from "#web/ui/radio-cards.tsx";
import { type Option, SelectField } from "#web/ui/select-field.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { DateOfBirthField } from "./date-of-birth-field.tsx";
import type { SignupDraft } from "./signup-draft.ts";
import { TownField } from "./town-field.tsx";
import type { ChosenTown } from "./towns.ts";

const signs = {
  male: <Mars aria-hidden className="size-5 text-primary-ink" />,
  female: <Venus aria-hidden className="size-5 text-primary-ink" />,
  both: <VenusAndMars aria-hidden className="size-5 text-primary-ink" />,
};

type Defaults = { defaults: SignupDraft };

/** Who somebody is and whom they look for: two taps. */
export function WhoFields({ defaults }: Defaults) {
  const t = useTexts("account");
  const gender: RadioCard[] = genders.map((value) => ({
    value,
    label: t(`signup.gender_${value}`),
    icon: signs[value],
  }));
  const wanted: RadioCard[] = seeks.map((value) => ({ value, label: t(`signup.seeks_${value}`), icon: signs[value] }));
  return (
    <>
      <RadioCards name="gender" legend={t("signup.gender")} options={gender} defaultValue={defaults.gender} />
      <RadioCards
        name="seeks"
        legend={t("signup.seeks")}
        options={wanted}
        defaultValue={defaults.seeks}
        note={t("signup.who_why")}
      />
    </>
  );
}

/** What others call somebody, and how old they are. */
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

/** What somebody logs in with. */
export function KeyFields({ defaults }: Defaults) {
  const t = useTexts("account");
  return (
    <>
      <TextField
        name="email"
        type="email"
        label={t("signup.email")}
        note={t("signup.email_note")}
        autoComplete="email"
        inputMode="email"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        required
        maxLength={254}
        defaultValue={defaults.email}
      />
      <PasswordField
        name="password"
        label={t("signup.password")}
        note={t("signup.password_note")}
        autoComplete="new-password"
        required
      />
    </>
  );
}

type PlaceProps = {
  countries: readonly Option[];
  country: string;
  town: ChosenTown;
  onCountry: (country: string) => void;
  onTown: (town: ChosenTown) => void;
  children: ReactNode;
};

/** Where somebody lives: the town's coordinates are what distances are reckoned from. */
export function PlaceFields({ countries, country, town, onCountry, onTown, children }: PlaceProps) {
  const t = useTexts("account");
  return (
    <>
      <SelectField
        name="country"
        label={t("signup.country")}
        options={countries}
        autoComplete="country"
        value={country}
        onChange={(event) => onCountry(event.currentTarget.value)}
      />
      <TownField country={country} value={town} onChange={onTown} />
      {children}
    </>
  );
}
