import { useTexts } from "#web/lib/texts.tsx";
import { type Option, SelectField } from "#web/ui/select-field.tsx";
import { TownField } from "./town-field.tsx";
import type { ChosenTown } from "./towns.ts";

type Props = {
  countries: readonly Option[];
  country: string;
  town: ChosenTown;
  /** Below the town: why we ask. */
  note?: string;
  /** Called on every change; another country clears the town. */
  onChange: (town: ChosenTown, country: string) => void;
};

/** The user's country and a town in it. */
export function HomeFields({ countries, country, town, note, onChange }: Props) {
  const t = useTexts("account");
  const isOffered = countries.some(({ value }) => value === country);
  return (
    <>
      <SelectField
        name="country"
        label={t("signup.country")}
        options={countries}
        empty={isOffered ? undefined : ""}
        autoComplete="country"
        value={isOffered ? country : ""}
        onChange={({ currentTarget }) => onChange({ id: "", label: "" }, currentTarget.value)}
      />
      <TownField
        country={country}
        value={town}
        note={note}
        onChange={(next) => onChange(next, country)}
        onElsewhere={onChange}
      />
    </>
  );
}
