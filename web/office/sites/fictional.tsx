import { useState } from "react";
import { useRevalidator } from "react-router";
import { languages } from "#contract/constants.ts";
import {
  addFictionalProfile,
  editFictionalProfile,
  type FictionalProfile,
  getFictionalProfiles,
} from "#contract/fictional-profiles.ts";
import { genders, seeks } from "#contract/profiles.ts";
import { languageNames } from "#web/lib/languages.ts";
import { useFormat, useLanguage, useTexts } from "#web/lib/texts.tsx";
import { useCall } from "#web/lib/use-call.ts";
import type { Fields as Typed } from "#web/lib/use-form.ts";
import { MemberLabel } from "#web/member-parts/member-label.tsx";
import { loadStaff } from "#web/office/staff/load-staff.ts";
import { StaffForm } from "#web/office/staff/staff-form.tsx";
import { countryOptions } from "#web/sites/places/countries.ts";
import { HomeFields } from "#web/sites/places/home-fields.tsx";
import { Button } from "#web/ui/button.tsx";
import { CallForm } from "#web/ui/call-form.tsx";
import { choice, Fields, optionsOf } from "#web/ui/fields.tsx";
import { Section } from "#web/ui/section.tsx";
import type { Option } from "#web/ui/select-field.tsx";
import { TextArea } from "#web/ui/text-field.tsx";
import { useToast } from "#web/ui/toast.tsx";
import type { Route } from "./+types/fictional.ts";
import { FictionalPhotos } from "./fictional-photos.tsx";
import { readAskedSite, SiteFrame } from "./site-frame.tsx";

export async function loader({ context, request }: Route.LoaderArgs) {
  return await loadStaff(context, getFictionalProfiles, { query: readAskedSite(request) });
}

/** Shows the fictional profiles of a site; each carries its label wherever it appears. */
export default function Fictional({ loaderData: { sites, key, countries, profiles } }: Route.ComponentProps) {
  const t = useTexts("staff-sites");
  const language = useLanguage();
  return (
    <SiteFrame sites={sites} site={key}>
      <p className="mb-5 max-w-prose text-muted">{t("fictional.intro")}</p>
      <FictionalForm key={key} site={key} countries={countryOptions(countries, language)} />
      {profiles.length === 0 ? <p>{t("fictional.none")}</p> : null}
      <ul className="grid items-start gap-4 md:grid-cols-2">
        {profiles.map((profile) => (
          <FictionalItem key={profile.id} site={key} profile={profile} />
        ))}
      </ul>
    </SiteFrame>
  );
}

function FictionalItem({ site, profile }: { site: string; profile: FictionalProfile }) {
  const t = useTexts("staff-sites");
  const shell = useTexts("shell");
  const format = useFormat();
  const toast = useToast();
  const { run, pending, failure } = useCall(editFictionalProfile);
  const { revalidate } = useRevalidator();
  const { id, name, date_of_birth: born, country, town, about_me: text, photos, hidden } = profile;
  return (
    <li className="surface-card min-w-0 p-4 md:p-5">
      <div className="mb-2 flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <h2 className="break-words text-lg">{name}</h2>
        <MemberLabel member={{ fictional: true, automatic: false }} />
      </div>
      <p className="mb-3 text-muted text-sm">
        {format.calendarDay(born)} · {town === "" ? format.country(country) : `${town}, ${format.country(country)}`} ·{" "}
        {t("fictional.photos", { count: photos.length })}
      </p>
      <FictionalPhotos site={site} profile={profile} />
      <CallForm
        failure={failure}
        onSubmit={({ about_me = "", hidden: hide }) =>
          run({ body: { site, id, about_me, hidden: hide !== undefined } }, async () => {
            toast({ title: t("fictional.saved"), tone: "good" });
            await revalidate();
          })
        }
      >
        <Fields
          of={[
            { kind: "area", name: "about_me", label: t("fictional.about_me"), rows: 2, defaultValue: text },
            { kind: "check", name: "hidden", label: t("fictional.hidden"), defaultChecked: hidden },
          ]}
        />
        <Button type="submit" look="outline" pending={pending} aria-label={t("fictional.save_named", { name })}>
          {shell("save")}
        </Button>
      </CallForm>
    </li>
  );
}

const nowhere = { id: "", label: "" };

function FictionalForm({ site, countries }: { site: string; countries: readonly Option[] }) {
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
  const genderOptions = optionsOf(genders, (value) => words(`question.gender_${value}`));
  const seeksOptions = optionsOf(seeks, (value) => words(`question.seeks_${value}`));
  const languageOptions = optionsOf(languages, (value) => languageNames[value]);
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
              choice("gender", t("fictional.gender"), genderOptions),
              choice("seeks", t("fictional.seeks"), seeksOptions),
            ]}
          />
          <HomeFields
            countries={countries}
            country={home.country}
            town={home.town}
            onChange={(town, country) => setHome({ town, country })}
          />
          <Fields of={[choice("language", t("fictional.language"), languageOptions, { defaultValue: language })]} />
        </div>
        <TextArea name="about_me" label={t("fictional.about_me")} />
      </StaffForm>
    </Section>
  );
}
