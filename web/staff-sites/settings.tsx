import { getStaffSite } from "#contract/staff-sites.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { loadStaff } from "#web/staff/load-staff.ts";
import type { Route } from "./+types/settings.ts";
import { readAskedSite } from "./asked-site.ts";
import { HostsForm } from "./hosts-form.tsx";
import { ProposedNote } from "./proposed-note.tsx";
import { SettingGroup } from "./setting-group.tsx";
import { groupNames } from "./setting-groups.ts";
import { SiteFrame } from "./site-frame.tsx";

export async function loader({ context, request }: Route.LoaderArgs) {
  return await loadStaff(context, getStaffSite, { query: readAskedSite(request) });
}

/** D2.2: every setting of a site, in groups, with its description; a wrong value is refused at its field. */
export default function Settings({ loaderData: site }: Route.ComponentProps) {
  const t = useTexts("staff-sites");
  return (
    <SiteFrame sites={site.sites} site={site.key}>
      <ProposedNote names={site.proposed} />
      <p className="mb-4 max-w-prose text-muted">{t("intro")}</p>
      <nav aria-label={t("groups")} className="mb-5 flex flex-wrap gap-x-4">
        {groupNames.map((name) => (
          <a key={name} href={`#group-${name}`} className="link py-2">
            {t(`group.${name}`)}
          </a>
        ))}
      </nav>
      <div key={site.key} className="max-w-3xl">
        {groupNames.map((name) => (
          <SettingGroup key={name} site={site} name={name} />
        ))}
        <HostsForm site={site} />
      </div>
    </SiteFrame>
  );
}
