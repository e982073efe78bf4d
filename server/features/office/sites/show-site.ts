import { z } from "zod";
import type { Language } from "#contract/constants.ts";
import {
  priceTasks,
  type ShownSetting,
  type ShownSite,
  type SiteChange,
  type SiteValue,
  type StaffPages,
  siteChangesShown,
} from "#contract/staff-sites.ts";
import { showNextTerms } from "#server/features/account/index.ts";
import {
  describeSite,
  findChange,
  findChanges,
  findSetupTasks,
  formOf,
  listCompanies,
  listSites,
} from "#server/features/sites/index.ts";
import { fail } from "#server/http/fail.ts";
import type { StaffContext } from "#server/http/handle.ts";
import type { StoredSite } from "#server/site.ts";
import {
  defaultOf,
  promisedKeys,
  requiredSettings,
  type SettingKey,
  settingDefinitions,
} from "#server/site-settings.ts";
import type { Texts } from "#server/texts.ts";
import { findProposalsOfSite } from "../proposals/store.ts";
import { chooseSite } from "./choose-site.ts";

const proposed = z.object({ changes: z.array(z.object({ name: z.string() })) });

/** Names of the values of a site whose change waits for a second person. */
async function findProposedValues({ db, now }: StaffContext, siteId: number): Promise<string[]> {
  const rows = await findProposalsOfSite(db, siteId, ["site"], now);
  return [...new Set(rows.flatMap(({ change }) => proposed.parse(change).changes.map(({ name }) => name)))];
}

const isRequired = (name: string) => (requiredSettings as readonly string[]).includes(name);

/** The host of a request, as `site_hosts` has it: without a port. */
export const ownHost = ({ request }: Pick<StaffContext, "request">) => request.hostname.toLowerCase();

export const labelSetting =
  ({ services, language }: Pick<StaffContext, "services" | "language">) =>
  (name: string): string =>
    services.texts.t(language, `settings-help:${name}.label`);

const describeSetting = (texts: Texts, language: Language, name: string) => ({
  label: texts.t(language, `settings-help:${name}.label`),
  description: texts.t(language, `settings-help:${name}.text`),
});

/** What the next terms change a setting to. */
function findComing(name: string, next: StaffPages["next"]): Pick<ShownSetting, "coming"> {
  const change = next?.settings.find((each) => each.name === name);
  if (!next || !change) return {};
  return { coming: { from: next.applies_on, ...(change.value !== null && { value: change.value }) } };
}

/** Every setting with its description, and how a form asks for it; `saved` has the site's own values. */
export const describeSettings = (
  { services, language }: Pick<StaffContext, "services" | "language">,
  saved: ReadonlyMap<string, unknown>,
  next: StaffPages["next"] = null,
): ShownSetting[] =>
  (Object.keys(settingDefinitions) as SettingKey[]).map((name) => ({
    name,
    ...describeSetting(services.texts, language, name),
    ...formOf(settingDefinitions[name].schema),
    required: isRequired(name),
    // every value of a site is JSON that its schema has validated
    saved: saved.get(name) as SiteValue | undefined,
    fallback: defaultOf(name, saved) as SiteValue,
    promised: promisedKeys.some((key) => key === name),
    ...findComing(name, next),
  }));

const runBy = (sites: readonly StoredSite[], companyId: number) =>
  sites.filter((site) => site.companyId === companyId).map(({ key }) => key);

export async function showSite(ctx: StaffContext, key: string | undefined): Promise<ShownSite> {
  const { chosen, shown: siteChoice } = await chooseSite(ctx, key);
  const description = await describeSite(ctx.db, chosen.key);
  if (!description) throw new Error(`no site ${chosen.key}`);
  const { file, site } = description;
  const sites = await listSites(ctx.db);
  const companies = await listCompanies(ctx.db);
  const next = await showNextTerms(ctx.db, site.id, labelSetting(ctx));
  return {
    ...siteChoice,
    own_host: ownHost(ctx),
    settings: describeSettings(ctx, new Map<string, unknown>(Object.entries(file.settings)), next),
    hosts: file.hosts,
    run_by: { id: site.companyId, name: file.company.name },
    company: file.company,
    companies: companies.map(({ id, name }) => ({ id, name, sites: runBy(sites, id) })),
    sharing: runBy(sites, site.companyId).filter((other) => other !== site.key),
    bundles: file.bundles,
    unusual: findSetupTasks(description).flatMap(({ name }) => priceTasks.find((task) => task === name) ?? []),
    words: file.words,
    proposed: await findProposedValues(ctx, chosen.id),
  };
}

export async function showChanges(ctx: StaffContext, { site, before }: { site?: string; before?: string }) {
  const { chosen, shown: siteChoice } = await chooseSite(ctx, site);
  const { services, language } = ctx;
  const labelOf = (name: string) =>
    Object.hasOwn(settingDefinitions, name) ? describeSetting(services.texts, language, name).label : null;
  const rows = await findChanges(ctx.db, { siteId: chosen.id, before, limit: siteChangesShown + 1 });
  return {
    ...siteChoice,
    changes: rows.slice(0, siteChangesShown).map(({ changed_at: at, undone_by: undoneBy, ...row }) => ({
      id: row.id,
      at: at.toISOString(),
      staff: row.staff,
      // validated when they were made
      changes: (row.changes as SiteChange[]).map((change) => ({ ...change, label: labelOf(change.name) })),
      sharing: row.sharing,
      undoes: row.undoes !== null,
      undone: undoneBy !== null,
    })),
    more: rows.length > siteChangesShown,
    sharing: runBy(await listSites(ctx.db), chosen.companyId).filter((other) => other !== chosen.key),
    proposed: await findProposedValues(ctx, chosen.id),
  };
}

export async function reverseChange(ctx: StaffContext, { site, id }: { site: string; id: string }) {
  const { chosen } = await chooseSite(ctx, site);
  const change = await findChange(ctx.db, chosen.id, id);
  if (!change || change.undone_by !== null) throw fail("staff_item_gone");
  return (change.changes as SiteChange[]).map(({ name, before, after }) => ({ name, before: after, after: before }));
}
