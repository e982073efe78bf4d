import { z } from "zod";
import type { FieldCode } from "#contract/errors.ts";
import { type SiteChange, siteChange } from "#contract/staff-sites.ts";
import { draftSettings } from "#server/features/account/index.ts";
import {
  CompanyShared,
  describeSite,
  editSite,
  hasMembers,
  InvalidSite,
  isSettingKey,
  SiteOutdated,
  TermsNeedNotice,
} from "#server/features/sites/index.ts";
import { type FieldProblem, fail, failFields } from "#server/http/fail.ts";
import type { Mutating, StaffContext } from "#server/http/handle.ts";
import { isChangedAlone } from "#server/site-settings.ts";
import { type CarryOut, type CarryOutContext, propose } from "../proposals/propose.ts";
import type { AuditEntry } from "../staff/audit.ts";
import { chooseSite } from "./choose-site.ts";
import { ownHost } from "./show-site.ts";

const hosts = z.array(z.string());
const bundles = z.object({ currency: z.string(), vat_percent: z.number(), prices: z.record(z.string(), z.number()) });

/** Whether one person may change what is no setting: taking hosts away, and making bundles dearer. */
const aloneBeyondSettings: Record<string, (before: unknown, after: unknown) => boolean> = {
  hosts(before, after) {
    const [old, next] = [hosts.safeParse(before ?? []), hosts.safeParse(after ?? [])];
    return old.success && next.success && next.data.every((host) => old.data.includes(host));
  },
  bundles(before, after) {
    const [old, next] = [bundles.safeParse(before), bundles.safeParse(after)];
    if (!old.success || !next.success) return false;
    const isSameMoney = old.data.currency === next.data.currency && old.data.vat_percent === next.data.vat_percent;
    const priceOf = new Map(Object.entries(old.data.prices));
    const prices = Object.entries(next.data.prices);
    return (
      isSameMoney && prices.every(([credits, price]) => price >= (priceOf.get(credits) ?? Number.POSITIVE_INFINITY))
    );
  },
  pages: () => true,
  words: () => true,
};

/** What gives money away, leads elsewhere or ends a limit. `company` has no rule, so it takes two people. */
function needsSecondPerson({ name, before, after }: SiteChange): boolean {
  if (isSettingKey(name)) return !isChangedAlone(name, before, after);
  const [part = ""] = name.split(".");
  const alone = Object.hasOwn(aloneBeyondSettings, part) ? aloneBeyondSettings[part] : undefined;
  return !alone?.(before, after);
}

type Sold = { country: string | null; currency: string };

/** Bundles without a payment method by a site's routes: no buyer there could pay. `fieldOf` names the form's field. */
export function findUnpayable(
  { services }: Pick<StaffContext, "services">,
  { markets, routes }: { markets: readonly Sold[]; routes: readonly string[] },
  fieldOf: (market: Sold) => string,
): Record<string, FieldCode> {
  const unpayable = markets.filter(({ country, currency }) => {
    return services.payments.methods({ country: country ?? "", currency, routes }).length === 0;
  });
  return Object.fromEntries(unpayable.map((market) => [fieldOf(market), "no_payment_method"]));
}

/** Fields as the form names them: the bundles of a country are one field, `bundles.DE`. */
function fieldsOf(refused: InvalidSite, changes: readonly SiteChange[]): Record<string, FieldProblem> {
  const bundles = changes.filter(({ name }) => name.startsWith("bundles.")).map(({ name }) => name);
  return Object.fromEntries(
    Object.entries(refused.fields).map(([field, problem]): [string, FieldProblem] => {
      const [first = ""] = bundles;
      if (field.startsWith("bundles") && bundles.length === 1) return [first, problem];
      // `pages.terms.en.s3.body` is the field `after.body` of that section's form
      if (field.startsWith("pages.")) return [`after.${/[a-z]+$/.exec(field)?.[0]}`, problem];
      if (field.startsWith("words.")) return [field, problem];
      const [part = "", name = ""] = field.split(".");
      return [part === "company" ? `${part}.${name}` : part, problem];
    }),
  );
}

const marketsOf = (changes: readonly SiteChange[]) =>
  changes.flatMap(({ name, after }) => {
    if (!name.startsWith("bundles.") || typeof after !== "object" || !("currency" in after)) return [];
    const { currency } = after;
    const country = name.slice("bundles.".length);
    return typeof currency === "string" ? [{ country: country === "elsewhere" ? null : country, currency }] : [];
  });

/** `alsoOn`: the other sites of a company that is changed, as the proposer was shown them. */
type Change = { key: string; changes: readonly SiteChange[]; alsoOn: readonly string[]; undoes?: string | undefined };

/** Changes values of a site, or takes a change back. If a value needs a second person, all of it waits for one. */
export async function changeByStaff(ctx: Mutating<StaffContext>, change: Change): Promise<AuditEntry[]> {
  const run = () => saveChange(ctx, change, ctx.staff.staffId);
  if (!change.changes.some(needsSecondPerson)) return await run();
  const { chosen } = await chooseSite(ctx, change.key);
  return [await propose(ctx, { kind: "site", change, reason: "", siteId: chosen.id }, run)];
}

// `changeStaffSite` has validated the changes, and the history those of an undo
const proposedChange = z.object({
  key: z.string(),
  changes: z.array(siteChange),
  alsoOn: z.array(z.string()).default([]),
  undoes: z.uuid().optional(),
});

export const carryOutSiteChange: CarryOut = async (ctx, { change, staff_id: staffId }) =>
  await saveChange(ctx, proposedChange.parse(change), staffId);

/** Drafts what takes away what the terms of a site with members promise (0076); returns the other changes. */
async function draftPromised(ctx: CarryOutContext, key: string, changes: readonly SiteChange[]): Promise<SiteChange[]> {
  const { site, file } = (await describeSite(ctx.db, key)) ?? {};
  if (!site || !file || !(await hasMembers(ctx.db, site.id))) return [...changes];
  return await draftSettings(ctx.db, { siteId: site.id, changes, saved: file.settings });
}

/** What no buyer could pay for after a change: bundles that it changes, or all, if it leads orders elsewhere. */
async function findUnpayableAfter(ctx: CarryOutContext, key: string, changes: readonly SiteChange[]) {
  const described = await describeSite(ctx.db, key);
  const routing = changes.find(({ name }) => name === "payment_providers");
  const chosen = z.array(z.string()).safeParse(routing?.after ?? []).data ?? [];
  const routes = routing ? chosen : (described?.site.settings.payment_providers ?? []);
  const changed = { markets: marketsOf(changes), routes };
  const all = { markets: routing ? (described?.file.bundles ?? []) : [], routes };
  return {
    ...findUnpayable(ctx, changed, ({ country }) => `bundles.${country ?? "elsewhere"}`),
    ...findUnpayable(ctx, all, () => "payment_providers"),
  };
}

async function saveChange(ctx: CarryOutContext, change: Change, staffId: string): Promise<AuditEntry[]> {
  const { key, changes, alsoOn, undoes } = change;
  const { db, now } = ctx;
  const unpayable = await findUnpayableAfter(ctx, key, changes);
  const by = { staffId, ...(undoes !== undefined && { undoes }) };
  // an undo is no announcement: it is refused if it takes away what the terms promise
  const atOnce = undoes === undefined ? await draftPromised(ctx, key, changes) : changes;
  const drafted = changes.map(({ name }) => name).filter((name) => !atOnce.some((each) => each.name === name));
  const log = drafted.map((section) => ({
    action: "terms_drafted" as const,
    subject: `site:${key}`,
    detail: { section },
  }));
  if (atOnce.length === 0) return log;
  try {
    const edit = { changes: atOnce, alsoOn, ownHost: ctx.request && ownHost({ request: ctx.request }) };
    const done = await editSite({ db, now, cdnHosts: ctx.services.config.cdnHosts }, key, edit, by);
    // what was saved is rolled back with the call
    if (Object.keys(unpayable).length > 0) throw failFields(unpayable);
    if (done.changes.length === 0) return log;
    const names = done.changes.map(({ name }) => name).join(" ");
    const action = undoes === undefined ? "site_changed" : "site_change_undone";
    return [...log, { action, subject: `site:${key}`, detail: { names, sharing: done.sharing.join(" ") } }];
  } catch (error) {
    // other sites than the caller saw would change
    if (error instanceof SiteOutdated || error instanceof CompanyShared) {
      const outdated = error.names.map((name): [string, FieldCode] => [name, "changed_meanwhile"]);
      throw fail("site_changed", { fields: Object.fromEntries(outdated) });
    }
    if (error instanceof TermsNeedNotice) throw fail("terms_need_notice");
    if (error instanceof InvalidSite) throw failFields({ ...unpayable, ...fieldsOf(error, changes) });
    throw error;
  }
}
