import { getFictionalProfiles } from "#contract/fictional-profiles.ts";
import { useLanguage, useTexts } from "#web/lib/texts.tsx";
import { loadStaff } from "#web/office/staff/load-staff.ts";
import { countryOptions } from "#web/sites/places/countries.ts";
import type { Route } from "./+types/fictional.ts";
import { FictionalForm } from "./fictional-form.tsx";
import { FictionalItem } from "./fictional-item.tsx";
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
