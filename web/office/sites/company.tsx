import { getStaffSite, type ShownSite, type SiteChange } from "#contract/staff-sites.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { loadStaff } from "#web/office/staff/load-staff.ts";
import { CallForm } from "#web/ui/call-form.tsx";
import { Fields } from "#web/ui/fields.tsx";
import { Section } from "#web/ui/section.tsx";
import type { Route } from "./+types/company.ts";
import { companyFields, companyText, companyValue, useCompanyFields } from "./company-fields.tsx";
import { ProposedNote, SaveButtons, useSiteChange } from "./save-buttons.tsx";
import { readAskedSite, SiteFrame } from "./site-frame.tsx";

export async function loader({ context, request }: Route.LoaderArgs) {
  return await loadStaff(context, getStaffSite, { query: readAskedSite(request) });
}

function listChanges(company: ShownSite["company"], typed: Readonly<Record<string, string | undefined>>): SiteChange[] {
  return companyFields
    .filter((field) => (typed[`company.${field}`] ?? "").trim() !== companyText(company, field))
    .map((field) => ({ name: `company.${field}`, before: company[field], after: companyValue(typed, field) }));
}

function CompanyForm({ site }: { site: ShownSite }) {
  const { seen, round, save, reload, pending, failure } = useSiteChange(site, ({ company }) => company);
  return (
    <CallForm key={round} failure={failure} onSubmit={(typed) => save(listChanges(seen, typed))}>
      <Fields of={useCompanyFields(seen)} />
      <SaveButtons pending={pending} failure={failure} reload={reload} />
    </CallForm>
  );
}

/** Edits the company that terms, receipts and legal pages name. */
export default function CompanyPage({ loaderData: site }: Route.ComponentProps) {
  const t = useTexts("staff-sites");
  return (
    <SiteFrame sites={site.sites} site={site.key}>
      <ProposedNote names={site.proposed} />
      <Section title={t("tab.company")} className="surface-card max-w-3xl p-4 md:p-5">
        <p className="mb-4 max-w-prose text-muted">{t("company.intro")}</p>
        {site.sharing.length > 0 ? (
          <p className="mb-4 rounded-md bg-warning-tint p-3.5">
            {t("company.sharing", { sites: site.sharing.join(", ") })}
          </p>
        ) : null}
        <CompanyForm key={site.key} site={site} />
      </Section>
    </SiteFrame>
  );
}
