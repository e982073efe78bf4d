import { useRevalidator } from "react-router";
import { editFictionalProfile, type FictionalProfile, getFictionalProfiles } from "#contract/fictional-profiles.ts";
import { useFormat, useLanguage, useTexts } from "#web/lib/texts.tsx";
import { useCall } from "#web/lib/use-call.ts";
import { MemberLabel } from "#web/member-parts/member-label.tsx";
import { loadStaff } from "#web/office/staff/load-staff.ts";
import { countryOptions } from "#web/sites/places/countries.ts";
import { Button } from "#web/ui/button.tsx";
import { CallForm } from "#web/ui/call-form.tsx";
import { Fields } from "#web/ui/fields.tsx";
import { useToast } from "#web/ui/toast.tsx";
import type { Route } from "./+types/fictional.ts";
import { FictionalForm } from "./fictional-form.tsx";
import { FictionalPhotos } from "./fictional-photos.tsx";
import { readAskedSite, SiteFrame } from "./site-frame.tsx";

export async function loader({ context, request }: Route.LoaderArgs) {
  const { site } = readAskedSite(request);
  return await loadStaff(context, getFictionalProfiles, { query: { site } });
}

/** D11.1: the fictional profiles of a site; each carries its label wherever it appears. */
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
        onSubmit={async ({ about_me = "", hidden: hide }) => {
          if (!(await run({ body: { site, id, about_me, hidden: hide !== undefined } }))) return;
          toast({ title: t("fictional.saved"), tone: "good" });
          await revalidate();
        }}
      >
        <Fields
          of={[
            { kind: "area", name: "about_me", label: t("fictional.about_me"), rows: 2, defaultValue: text },
            { kind: "check", name: "hidden", label: t("fictional.hidden"), defaultChecked: hidden },
          ]}
        />
        <Button type="submit" look="outline" pending={pending} aria-label={t("fictional.save_named", { name })}>
          {t("save")}
        </Button>
      </CallForm>
    </li>
  );
}
