import type { Language } from "#contract/constants.ts";
import type { ShownSetting, ShownSite, SiteValue } from "#contract/staff-sites.ts";
import { describeSite, formOf, listSites } from "#server/features/sites/index.ts";
import type { StaffContext } from "#server/http/handle.ts";
import { defaultOf, requiredSettings, type SettingKey, settingDefinitions } from "#server/site-settings.ts";
import type { Texts } from "#server/texts.ts";
import { chooseSite } from "./choose-site.ts";
import { findProposedValues } from "./proposed-values.ts";

const isRequired = (name: string) => (requiredSettings as readonly string[]).includes(name);

/** The host of a request, as `site_hosts` has it: without a port. */
export const ownHost = ({ request }: Pick<StaffContext, "request">) => request.hostname.toLowerCase();

/** What a setting is called, and what it does. */
export const describeSetting = (texts: Texts, language: Language, name: string) => ({
  label: texts.t(language, `settings-help:${name}.label`),
  description: texts.t(language, `settings-help:${name}.text`),
});

/** Every setting with its description, and how a form asks for it; `saved` has the site's own values. */
export const describeSettings = (
  { services, language }: Pick<StaffContext, "services" | "language">,
  saved: ReadonlyMap<string, unknown>,
): ShownSetting[] =>
  (Object.keys(settingDefinitions) as SettingKey[]).map((name) => ({
    name,
    ...describeSetting(services.texts, language, name),
    ...formOf(settingDefinitions[name].schema),
    required: isRequired(name),
    // every value of a site is JSON that its schema has validated
    saved: saved.get(name) as SiteValue | undefined,
    fallback: defaultOf(name, saved) as SiteValue,
  }));

/** All that an admin can change of a site, and how a form asks for it. */
export async function showSite(ctx: StaffContext, key: string | undefined): Promise<ShownSite> {
  const { chosen, shown } = await chooseSite(ctx, key);
  const known = await describeSite(ctx.db, chosen.key);
  if (!known) throw new Error(`no site ${chosen.key}`);
  const { file, site } = known;
  const sites = await listSites(ctx.db);
  return {
    ...shown,
    own_host: ownHost(ctx),
    settings: describeSettings(ctx, new Map<string, unknown>(Object.entries(file.settings))),
    hosts: file.hosts,
    company: file.company,
    sharing: sites.filter((each) => each.companyId === site.companyId && each.id !== site.id).map((each) => each.key),
    bundles: file.bundles,
    proposed: await findProposedValues(ctx, chosen.id),
  };
}
