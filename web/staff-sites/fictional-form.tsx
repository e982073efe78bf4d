import { useState } from "react";
import { useRevalidator } from "react-router";
import { languages } from "#contract/constants.ts";
import { addFictionalProfile } from "#contract/fictional-profiles.ts";
import { genders, seeks } from "#contract/profiles.ts";
import { languageNames } from "#web/lib/languages.ts";
import { useLanguage, useTexts } from "#web/lib/texts.tsx";
import { useCall } from "#web/lib/use-call.ts";
import { HomeFields } from "#web/places/home-fields.tsx";
import { Button } from "#web/ui/button.tsx";
import { CallForm } from "#web/ui/call-form.tsx";
import { type Option, SelectField } from "#web/ui/select-field.tsx";
import { TextArea, TextField } from "#web/ui/text-field.tsx";
import { useToast } from "#web/ui/toast.tsx";

const nowhere = { id: "", label: "" };

/** Adds a fictional profile. */
export function FictionalForm({ site, countries }: { site: string; countries: readonly Option[] }) {
  const t = useTexts("staff-sites");
  const words = useTexts("account");
  const language = useLanguage();
  const toast = useToast();
  const { run, pending, failure } = useCall(addFictionalProfile);
  const { revalidate } = useRevalidator();
  const [round, setRound] = useState(0);
  const [home, setHome] = useState({ town: nowhere, country: countries[0]?.value ?? "" });
  const add = async (fields: Readonly<Record<string, string | undefined>>) => {
    const answer = await run({
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
    if (!answer) return;
    setRound(round + 1);
    setHome({ ...home, town: nowhere });
    toast({ title: t("fictional.added"), tone: "good" });
    await revalidate();
  };
  return (
    <section aria-labelledby="new-fictional" className="surface-card mb-5 max-w-3xl p-4 md:p-5">
      <h2 id="new-fictional" className="mb-3 text-xl">
        {t("fictional.new")}
      </h2>
      <CallForm key={round} failure={failure} onSubmit={add}>
        <div className="grid gap-x-4 sm:grid-cols-2">
          <TextField name="name" label={t("fictional.name")} maxLength={60} autoComplete="off" />
          <TextField type="date" name="date_of_birth" label={t("fictional.born")} />
          <SelectField
            name="gender"
            label={t("fictional.gender")}
            options={genders.map((value) => ({ value, label: words(`question.gender_${value}`) }))}
          />
          <SelectField
            name="seeks"
            label={t("fictional.seeks")}
            options={seeks.map((value) => ({ value, label: words(`question.seeks_${value}`) }))}
          />
          <HomeFields
            countries={countries}
            country={home.country}
            town={home.town}
            onChange={(town, country) => setHome({ town, country })}
          />
          <SelectField
            name="language"
            label={t("fictional.language")}
            defaultValue={language}
            options={languages.map((value) => ({ value, label: languageNames[value] }))}
          />
        </div>
        <TextArea name="about_me" label={t("fictional.about_me")} />
        <Button type="submit" pending={pending}>
          {t("fictional.add")}
        </Button>
      </CallForm>
    </section>
  );
}
