import { getStaffSite, type ShownSite, type SiteChange } from "#contract/staff-sites.ts";
import { useTexts } from "#web/lib/texts.tsx";
import type { Fields as Typed } from "#web/lib/use-form.ts";
import { loadStaff } from "#web/office/staff/load-staff.ts";
import { CallForm } from "#web/ui/call-form.tsx";
import { Fields } from "#web/ui/fields.tsx";
import { Section } from "#web/ui/section.tsx";
import { SelectField } from "#web/ui/select-field.tsx";
import type { Route } from "./+types/company.ts";
import { companyFields, companyText, companyValue, useCompanyFields } from "./company-fields.tsx";
import { ProposedNote, SaveButtons, useSiteChange } from "./save-buttons.tsx";
import { readAskedSite, SiteFrame } from "./site-frame.tsx";

export async function loader({ context, request }: Route.LoaderArgs) {
  return await loadStaff(context, getStaffSite, { query: readAskedSite(request) });
}

function listChanges(company: ShownSite["company"], typed: Typed): SiteChange[] {
  return companyFields
    .filter((field) => (typed[`company.${field}`] ?? "").trim() !== companyText(company, field))
    .map((field) => ({ name: `company.${field}`, before: company[field], after: companyValue(typed, field) }));
}

function CompanyForm({ site }: { site: ShownSite }) {
  const t = useTexts("staff-sites");
  const { seen, round, save, reload, pending, failure } = useSiteChange(site, ({ company, sharing }) => ({
    company,
    sharing,
  }));
  const { company, sharing } = seen;
  return (
    <>
      {sharing.length > 0 ? (
        <p className="mb-4 rounded-md bg-warning-tint p-3.5">{t("company.sharing", { sites: sharing.join(", ") })}</p>
      ) : null}
      <CallForm key={round} failure={failure} onSubmit={(typed) => save(listChanges(company, typed), sharing)}>
        <Fields of={useCompanyFields(company)} />
        <SaveButtons pending={pending} failure={failure} reload={reload} />
      </CallForm>
    </>
  );
}

/** Chooses which company runs the site: a stored one, or one of its own that begins as a copy. */
function RunByForm({ site }: { site: ShownSite }) {
  const t = useTexts("staff-sites");
  const { seen, round, save, reload, pending, failure } = useSiteChange(site, (fresh) => ({
    present: fresh.run_by,
    companies: fresh.companies,
    isShared: fresh.sharing.length > 0,
  }));
  const { present, companies, isShared } = seen;
  const options = companies.map(({ id, name, sites }) => ({
    value: `${id}`,
    label: sites.length === 0 ? name : `${name} (${sites.join(", ")})`,
  }));
  const own = { value: "", label: t("company.own") };
  const send = ({ run_by: typed }: Typed) => {
    const chosen = companies.find(({ id }) => `${id}` === typed);
    const after = chosen && { id: chosen.id, name: chosen.name };
    return save(after?.id === present.id ? [] : [{ name: "company", before: present, after }]);
  };
  if (options.length === 1 && !isShared) return null;
  return (
    <Section title={t("company.run_by")} className="surface-card mb-5 max-w-3xl p-4 md:p-5">
      <CallForm key={round} failure={failure} onSubmit={send}>
        <SelectField
          name="run_by"
          label={t("tab.company")}
          note={t("company.own_note")}
          defaultValue={`${present.id}`}
          options={isShared ? [...options, own] : options}
        />
        <SaveButtons pending={pending} failure={failure} reload={reload} />
      </CallForm>
    </Section>
  );
}

/** Edits the company that terms, receipts and legal pages name. */
export default function CompanyPage({ loaderData: site }: Route.ComponentProps) {
  const t = useTexts("staff-sites");
  return (
    <SiteFrame sites={site.sites} site={site.key}>
      <ProposedNote names={site.proposed} />
      <RunByForm key={site.key} site={site} />
      <Section title={t("tab.company")} className="surface-card max-w-3xl p-4 md:p-5">
        <p className="mb-4 max-w-prose text-muted">{t("company.intro")}</p>
        <CompanyForm key={`${site.key} ${site.run_by.id}`} site={site} />
      </Section>
    </SiteFrame>
  );
}
