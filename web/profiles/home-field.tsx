import { useState } from "react";
import type { OwnProfile } from "#contract/profiles.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { HomeFields } from "#web/sites/places/home-fields.tsx";
import { UsePosition } from "#web/sites/places/position-button.tsx";
import { type ChosenTown, townLabel } from "#web/sites/places/towns.ts";
import { FieldErrorsContext, useOpenErrors } from "#web/ui/form-context.ts";
import type { Option } from "#web/ui/select-field.tsx";
import { SaveMark } from "./save-mark.tsx";
import { useFieldSave } from "./use-field-save.ts";

/** The town as its field shows it; empty if none is set. */
export function toChosenTown({ city_id, profile }: OwnProfile): ChosenTown {
  if (city_id === null) return { id: "", label: "" };
  return { id: String(city_id), label: townLabel({ name: profile.city, region_name: profile.region_name }) };
}

/** The member's town: saved only when a town is chosen from the list, as nothing less identifies a place. */
export function HomeField({ own, countries }: { own: OwnProfile; countries: readonly Option[] }) {
  const words = useTexts("profiles");
  const t = useTexts("account");
  const saving = useFieldSave();
  const { open, onEdit } = useOpenErrors(saving.failure);
  const [country, setCountry] = useState(own.profile.country);
  const [town, setTown] = useState(toChosenTown(own));
  const [saved, setSaved] = useState(town);
  const chooseTown = (next: ChosenTown, where: string) => {
    setCountry(where);
    setTown(next);
    if (next.id === "" || next.id === saved.id) return;
    setSaved(next);
    saving.save({ city_id: Number(next.id) });
  };
  const isUnfinished = town.id === "" && saved.id !== "";
  return (
    <FieldErrorsContext value={{ errors: open?.fields ?? {}, onEdit }}>
      <div className="own-field">
        <SaveMark saving={saving} field="city_id" />
        <HomeFields
          countries={countries}
          country={country}
          town={town}
          note={t("signup.town_note")}
          onChange={chooseTown}
        />
        <p role="status" className="-mt-3 mb-4 font-medium text-sm empty:hidden">
          {isUnfinished ? words("own.town_stays", { town: saved.label }) : null}
        </p>
        <UsePosition onTown={chooseTown} />
      </div>
    </FieldErrorsContext>
  );
}
