import { z } from "zod";
import type { AnswerOf } from "#contract/call.ts";
import type { FieldCode } from "#contract/errors.ts";
import { maxFictionalProfiles } from "#contract/fictional-profiles.ts";
import { type createStaffSite, type getNewSite, type getSiteStart, newSiteSettings } from "#contract/new-sites.ts";
import {
  createSite,
  describeSite,
  findSetupTasks,
  InvalidSite,
  listCompanies,
  listSites,
} from "#server/features/sites/index.ts";
import { fieldErrors } from "#server/http/check-input.ts";
import { type FieldProblem, failFields } from "#server/http/fail.ts";
import type { StaffContext } from "#server/http/handle.ts";
import { defineJob } from "#server/jobs/jobs.ts";
import { isDemoLogin } from "../staff/staff-store.ts";
import { findUnpayable } from "./change-by-staff.ts";
import { chooseSite } from "./choose-site.ts";
import { describeSettings } from "./show-site.ts";

/** Fills a new site with fictional profiles and their photos, as `npm run site` does; a picture takes a moment. */
export const fillWithFictional = defineJob({
  name: "fill-with-fictional",
  data: z.object({ siteId: z.int(), count: z.int().min(1).max(maxFictionalProfiles) }),
  run: async (services, { siteId, count }) => {
    await services.fillFictional(services, siteId, count);
  },
});

/** Settings whose default belongs to the first site only: the form begins with an empty field. */
const ownSettings: readonly string[] = [
  "name",
  "domain",
  "index_title",
  "description",
  "mail_address",
  "support_email",
];

export async function showNewSite(ctx: StaffContext): Promise<AnswerOf<typeof getNewSite>> {
  const all = describeSettings(ctx, new Map());
  const settings = newSiteSettings.flatMap((name) => all.find((each) => each.name === name) ?? []);
  const sites = await listSites(ctx.db);
  const names = new Map((await listCompanies(ctx.db)).map(({ id, name }) => [id, name]));
  return {
    ends_login: await isDemoLogin(ctx.db, ctx.staff.staffId),
    settings: settings.map((each) => ({ ...each, ...(ownSettings.includes(each.name) && { fallback: "" }) })),
    sites: sites.map(({ key, companyId: id, settings }) => {
      return { key, name: settings.name, company: { id, name: names.get(id) ?? "" } };
    }),
  };
}

/** Problems by the fields of the form: a list's item belongs to the list, and any bundle to the prices. */
function fieldsOf({ fields }: InvalidSite): Record<string, FieldProblem> {
  return Object.fromEntries(
    Object.entries(fields).map(([field, problem]) => {
      const [part = "", name = ""] = field.split(".");
      if (part === "bundles") return ["prices_of", problem];
      return [part === "company" && name !== "" ? `company.${name}` : part, problem];
    }),
  );
}

const fictionalCount = z.object({
  fictional: z.int("invalid").min(0, "too_small").max(maxFictionalProfiles, "too_big"),
});

/** What is wrong with the description of a site that is created in the caller's transaction; empty: it is created. */
async function tryToCreate(
  ctx: StaffContext,
  { key, settings, hosts, company, prices_of: pricesOf }: z.output<typeof createStaffSite.body>,
): Promise<{ created: boolean; wrong: Record<string, FieldProblem> }> {
  const { db, now } = ctx;
  // a new site has no routes yet
  const payable = (markets: Parameters<typeof findUnpayable>[1]["markets"]) =>
    findUnpayable(ctx, { markets, routes: [] }, () => "prices_of");
  const source = pricesOf === null ? null : await describeSite(db, pricesOf);
  const ofSource: Record<string, FieldCode> =
    source === undefined ? { prices_of: "unknown_option" } : payable(source?.file.bundles ?? []);
  try {
    const runBy = typeof company === "string" ? { run_by: company } : { company };
    const input = { settings, hosts, ...runBy, ...(source && { bundles: source.file.bundles }) };
    const { created, file } = await createSite({ db, now, cdnHosts: ctx.services.config.cdnHosts }, key, input);
    return { created, wrong: { ...payable(file.bundles), ...ofSource } };
  } catch (error) {
    if (error instanceof InvalidSite) return { created: false, wrong: { ...fieldsOf(error), ...ofSource } };
    throw error;
  }
}

export async function createByStaff(ctx: StaffContext, body: z.output<typeof createStaffSite.body>) {
  const count = fictionalCount.safeParse(body);
  const { created, wrong } = await tryToCreate(ctx, body);
  const all = { ...wrong, ...(count.error && fieldErrors(count.error)) };
  // the call's transaction is rolled back, and with it a site whose prices no buyer could pay
  if (!count.success || Object.keys(all).length > 0) throw failFields(all);
  const { fictional } = count.data;
  if (created && fictional > 0) {
    const { chosen } = await chooseSite(ctx, body.key);
    await ctx.services.jobs.add(ctx.db, fillWithFictional, { siteId: chosen.id, count: fictional });
  }
  return created ? [{ action: "site_created", subject: `site:${body.key}` } as const] : [];
}

export async function showStart(ctx: StaffContext, key: string | undefined): Promise<AnswerOf<typeof getSiteStart>> {
  const { chosen } = await chooseSite(ctx, key);
  const created = await describeSite(ctx.db, chosen.key);
  if (!created) throw new Error(`no site ${chosen.key}`);
  const { name, domain, mail_address: address } = chosen.settings;
  return {
    key: chosen.key,
    name,
    domain,
    hosts: created.file.hosts,
    mail_domain: address.slice(address.lastIndexOf("@") + 1),
    open: findSetupTasks(created).map((point) => point.name),
  };
}
