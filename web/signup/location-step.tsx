import { useState } from "react";
import { saveProfile } from "#contract/profiles.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { type FormFailure, useCall } from "#web/lib/use-call.ts";
import { HomeFields } from "#web/sites/places/home-fields.tsx";
import { UsePosition } from "#web/sites/places/position-button.tsx";
import type { ChosenTown } from "#web/sites/places/towns.ts";
import { CallForm } from "#web/ui/call-form.tsx";
import { StepActions } from "#web/ui/step-frame.tsx";
import type { StepProps } from "./step-props.ts";

/** Asks for the member's town, from the device's position or typed. */
export function LocationStep({ own, countries, refused, onward, goToNextStep }: StepProps) {
  const t = useTexts("account");
  const { profile } = own;
  const [country, setCountry] = useState(profile.country);
  const [town, setTown] = useState<ChosenTown>({ id: own.city_id?.toString() ?? "", label: profile.city });
  const [townMissing, setTownMissing] = useState<FormFailure | null>(null);
  const { run, pending, failure } = useCall(saveProfile);
  const chooseTown = (chosenTown: ChosenTown, where: string) => {
    setCountry(where);
    setTown(chosenTown);
  };
  return (
    <CallForm
      failure={townMissing ?? failure ?? refused}
      onSubmit={async () => {
        const failureForTown = { code: "invalid_input", message: "", fields: { city_id: t("location.town_missing") } };
        setTownMissing(town.id === "" ? failureForTown : null);
        if (town.id === "") return;
        await run({ body: { city_id: Number(town.id) } }, () => goToNextStep());
      }}
    >
      <UsePosition onTown={chooseTown} />
      <HomeFields
        countries={countries}
        country={country}
        town={town}
        note={t("signup.town_note")}
        onChange={chooseTown}
      />
      <StepActions skipTo={onward} pending={pending} />
    </CallForm>
  );
}
