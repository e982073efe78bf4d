import { useState } from "react";
import { languages } from "#contract/constants.ts";
import { addFictionalProfile } from "#contract/fictional-profiles.ts";
import { genders, seeks } from "#contract/profiles.ts";
import { languageNames } from "#web/lib/languages.ts";
import { useLanguage, useTexts } from "#web/lib/texts.tsx";
import { useCall } from "#web/lib/use-call.ts";
import { StaffForm, type Typed } from "#web/office/staff/staff-form.tsx";
import { HomeFields } from "#web/sites/places/home-fields.tsx";
import { choice, Fields, optionsOf } from "#web/ui/fields.tsx";
import { Section } from "#web/ui/section.tsx";
import type { Option } from "#web/ui/select-field.tsx";
import { TextArea } from "#web/ui/text-field.tsx";
import { useToast } from "#web/ui/toast.tsx";

const nowhere = { id: "", label: "" };

export function FictionalForm({ site, countries }: { site: string; countries: readonly Option[] }) {
  const t = useTexts("staff-sites");
  const words = useTexts("account");
  const language = useLanguage();
  const toast = useToast();
  const { run, ...state } = useCall(addFictionalProfile);
  const [home, setHome] = useState({ town: nowhere, country: countries[0]?.value ?? "" });
  const add = (fields: Typed) =>
    run({
      body: {
        site,
        name: fields.name ?? "",
        gender: genders.find((each) => each === fields.gender) ?? "female",
        seeks: seeks.find((each) => each === fields.seeks) ?? "both",
        date_of_birth: fields.date_of_birth ?? "",
        city_id: Number(home.town.id),
        language: languages.find((each) => each === fields.language) ?? language,
        about_me: fields.about_me ?? "",
      },
    });
  return (
    <Section title={t("fictional.new")} className="surface-card mb-5 max-w-3xl p-4 md:p-5">
      <StaffForm
        state={state}
        send={add}
        onDone={() => {
          setHome({ ...home, town: nowhere });
          toast({ title: t("fictional.added"), tone: "good" });
        }}
        button={t("fictional.add")}
      >
        <div className="grid gap-x-4 sm:grid-cols-2">
          <Fields
            of={[
              { name: "name", label: t("fictional.name"), maxLength: 60, autoComplete: "off" },
              { name: "date_of_birth", type: "date", label: t("fictional.born") },
              choice(
                "gender",
                t("fictional.gender"),
                optionsOf(genders, (value) => words(`question.gender_${value}`)),
              ),
              choice(
                "seeks",
                t("fictional.seeks"),
                optionsOf(seeks, (value) => words(`question.seeks_${value}`)),
              ),
            ]}
          />
          <HomeFields
            countries={countries}
            country={home.country}
            town={home.town}
            onChange={(town, country) => setHome({ town, country })}
          />
          <Fields
            of={[
              choice(
                "language",
                t("fictional.language"),
                optionsOf(languages, (value) => languageNames[value]),
                { defaultValue: language },
              ),
            ]}
          />
        </div>
        <TextArea name="about_me" label={t("fictional.about_me")} />
      </StaffForm>
    </Section>
  );
}
