import type { z } from "zod";
import type { AnswerOf } from "#contract/call.ts";
import type { FieldCode } from "#contract/errors.ts";
import { type createStaffSite, type getNewSite, type getSiteStart, newSiteSettings } from "#contract/new-sites.ts";
import {
  createSite,
  describeSite,
  findSetupTasks,
  InvalidSite,
  listSites,
  siteAndCompany,
} from "#server/features/sites/index.ts";
import { failFields } from "#server/http/fail.ts";
import type { StaffContext } from "#server/http/handle.ts";
import type { AuditEntry } from "../staff/audit.ts";
import { chooseSite } from "./choose-site.ts";
import { fillWithFictional } from "./jobs.ts";
import { requirePayable } from "./require-payable.ts";
import { describeSettings } from "./show-site.ts";

/** Settings whose default belongs to the first site only: the form begins with an empty field. */
const ownSettings: readonly string[] = [
  "name",
  "domain",
  "index_title",
  "description",
  "mail_address",
  "support_email",
];

/** What the form of a new site asks for. */
export async function showNewSite(ctx: StaffContext): Promise<AnswerOf<typeof getNewSite>> {
  const all = describeSettings(ctx, new Map());
  const settings = newSiteSettings.flatMap((name) => all.find((each) => each.name === name) ?? []);
  const sites = await listSites(ctx.db);
  return {
    settings: settings.map((each) => ({ ...each, ...(ownSettings.includes(each.name) && { fallback: "" }) })),
    sites: await Promise.all(
      sites.map(async ({ id, key, settings: { name } }) => {
        const { company } = await siteAndCompany(ctx.db, id);
        return { key, name, company: company.name };
      }),
    ),
  };
}

/** Problems by the fields of the form: a list's item belongs to the list, and any bundle to the prices. */
function fieldsOf({ fields }: InvalidSite): Record<string, FieldCode> {
  return Object.fromEntries(
    Object.entries(fields).map(([field, code]) => {
      const [part = "", name = ""] = field.split(".");
      if (part === "bundles") return ["prices_of", code];
      return [part === "company" && name !== "" ? `company.${name}` : part, code];
    }),
  );
}

/** Creates a site as `npm run site -- create` does. Throws `invalid_input` with the code of each field. */
export async function createByStaff(
  ctx: StaffContext,
  { key, settings, hosts, company, prices_of: pricesOf, fictional }: z.output<typeof createStaffSite.body>,
): Promise<AuditEntry[]> {
  const { db, now } = ctx;
  const source = pricesOf === null ? null : await describeSite(db, pricesOf);
  if (source === undefined) throw failFields({ prices_of: "unknown_option" });
  try {
    const input = { settings, hosts, company, ...(source && { bundles: source.file.bundles }) };
    const { created, file } = await createSite({ db, now, cdnHosts: ctx.services.config.cdnHosts }, key, input);
    requirePayable(ctx, file.bundles, () => "prices_of");
    if (created && fictional > 0) {
      const { chosen } = await chooseSite(ctx, key);
      await ctx.services.jobs.add(db, fillWithFictional, { siteId: chosen.id, count: fictional });
    }
    return created ? [{ action: "site_created", subject: `site:${key}` }] : [];
  } catch (error) {
    if (error instanceof InvalidSite) throw failFields(fieldsOf(error));
    throw error;
  }
}

/** What is left to do before a site opens. */
export async function showStart(ctx: StaffContext, key: string | undefined): Promise<AnswerOf<typeof getSiteStart>> {
  const { chosen } = await chooseSite(ctx, key);
  const known = await describeSite(ctx.db, chosen.key);
  if (!known) throw new Error(`no site ${chosen.key}`);
  const { name, domain, mail_address: address } = chosen.settings;
  return {
    key: chosen.key,
    name,
    domain,
    hosts: known.file.hosts,
    mail_domain: address.slice(address.lastIndexOf("@") + 1),
    open: findSetupTasks(known).map((point) => point.name),
  };
}
