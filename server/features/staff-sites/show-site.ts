import type { ShownSite, SiteValue } from "#contract/staff-sites.ts";
import { describeSite, formOf, listSites } from "#server/features/sites/index.ts";
import type { StaffContext } from "#server/http/handle.ts";
import { requiredSettings, settingDefinitions } from "#server/site-settings.ts";
import { chooseSite } from "./choose-site.ts";

const isRequired = (name: string) => (requiredSettings as readonly string[]).includes(name);

/** The host of a request, as `site_hosts` has it: without a port. */
export const ownHost = ({ request }: Pick<StaffContext, "request">) => request.hostname.toLowerCase();

/** All that an admin can change of a site, and how a form asks for it. */
export async function showSite(ctx: StaffContext, key: string | undefined): Promise<ShownSite> {
  const { chosen, shown } = await chooseSite(ctx, key);
  const known = await describeSite(ctx.db, chosen.key);
  if (!known) throw new Error(`no site ${chosen.key}`);
  const { file, site } = known;
  const saved = new Map<string, unknown>(Object.entries(file.settings));
  const sites = await listSites(ctx.db);
  return {
    ...shown,
    own_host: ownHost(ctx),
    settings: Object.entries(settingDefinitions).map(([name, { schema, default: fallback }]) => ({
      name,
      description: ctx.services.texts.t(ctx.language, `settings-help:${name}`),
      ...formOf(schema),
      required: isRequired(name),
      // every value of a site is JSON that its schema has validated
      saved: saved.get(name) as SiteValue | undefined,
      fallback: fallback as SiteValue,
    })),
    hosts: file.hosts,
    company: file.company,
    sharing: sites.filter((each) => each.companyId === site.companyId && each.id !== site.id).map((each) => each.key),
    bundles: file.bundles,
  };
}
