import { z } from "zod";
import { welcomeCode } from "#contract/discounts.ts";
import { dayMs } from "#contract/durations.ts";
import { addStaffCode, codesShown } from "#contract/staff-sites.ts";
import type { Db } from "#server/db/pool.ts";
import { addCode, describeSite, findCodeById, findCodes, switchCode } from "#server/features/sites/index.ts";
import { fail, failFields } from "#server/http/fail.ts";
import type { Mutating, StaffContext } from "#server/http/handle.ts";
import { type CarryOut, type CarryOutContext, propose } from "../proposals/propose.ts";
import { findProposalsOfSite } from "../proposals/store.ts";
import type { AuditEntry } from "../staff/audit.ts";
import { chooseSite } from "./choose-site.ts";

type NewCode = z.output<typeof addStaffCode.body>;
type Discount = Pick<NewCode, "percentage" | "value" | "currency" | "minimum">;
type Switched = { site: string; id: string; active: boolean };

const proposedCode = z.object({ code: z.string() });

async function findCurrencies(db: Db, site: string): Promise<string[]> {
  const description = await describeSite(db, site);
  return [...new Set(description?.file.bundles.map(({ currency }) => currency))];
}

export async function showCodes(ctx: StaffContext, { site: key }: { site?: string | undefined }) {
  const { chosen, shown: sites } = await chooseSite(ctx, key);
  const rows = await findCodes(ctx.db, chosen.id, codesShown);
  const waiting = await findProposalsOfSite(ctx.db, chosen.id, ["code", "code_on"], ctx.now);
  return {
    ...sites,
    currencies: await findCurrencies(ctx.db, chosen.key),
    codes: rows.map(({ value_minor, minimum_minor, expires_at: expires, member_id: memberId, ...row }) => ({
      ...row,
      value: value_minor,
      minimum: minimum_minor,
      expires: expires?.toISOString() ?? null,
      personal: memberId !== null,
    })),
    proposed: [...new Set(waiting.map(({ change }) => proposedCode.parse(change).code))],
  };
}

/** The largest share of a price that a discount takes, in percent: an amount, of the lowest price that it fits. */
async function largestShare(ctx: Pick<StaffContext, "db">, site: string, discount: Discount): Promise<number> {
  const { percentage, value, currency, minimum } = discount;
  if (percentage !== null || value === null) return percentage ?? 0;
  const description = await describeSite(ctx.db, site);
  const prices = description?.file.bundles.flatMap((market) =>
    market.currency === currency ? Object.values(market.prices).filter((price) => price >= minimum) : [],
  );
  const lowest = Math.min(...(prices ?? []));
  return Number.isFinite(lowest) ? (value * 100) / lowest : 100;
}

/** Adds a code; a large one waits for a second person. */
export async function addCodeByStaff(ctx: Mutating<StaffContext>, body: NewCode): Promise<AuditEntry> {
  const { chosen } = await chooseSite(ctx, body.site);
  const run = () => saveCode(ctx, body);
  const share = await largestShare(ctx, body.site, body);
  if (share <= chosen.settings.staff_discount) return await run();
  return await propose(ctx, { kind: "code", change: body, reason: "", siteId: chosen.id }, run);
}

export const carryOutCode: CarryOut = async (ctx, { change }) => await saveCode(ctx, addStaffCode.body.parse(change));

async function saveCode(ctx: CarryOutContext, body: NewCode): Promise<AuditEntry> {
  const { chosen } = await chooseSite(ctx, body.site);
  const currencies = await findCurrencies(ctx.db, chosen.key);
  const { percentage, value, currency, expires } = body;
  if ((percentage === null) === (value === null))
    throw failFields({ [value === null ? "percentage" : "value"]: "required" });
  const needsCurrency = value !== null || body.minimum > 0;
  if (needsCurrency && (currency === null || !currencies.includes(currency)))
    throw failFields({ currency: "required" });
  // to the end of its last day
  const expiresAt = expires === null ? null : new Date(Date.parse(expires) + dayMs);
  if (expiresAt !== null && expiresAt <= ctx.now) throw failFields({ expires: "too_small" });
  const isAdded = await addCode(ctx.db, {
    site_id: chosen.id,
    code: body.code,
    percentage,
    value_minor: value,
    currency: needsCurrency ? currency : null,
    minimum_minor: body.minimum,
    country: body.country,
    validity: body.validity,
    first_purchase: body.first_purchase,
    max_uses: body.max_uses,
    expires_at: expiresAt,
    created_at: ctx.now,
  });
  if (!isAdded) throw failFields({ code: "code_taken" });
  return { action: "discount_code_added", subject: `code:${chosen.key}/${body.code}` };
}

/** Switches a code off, or on: a large one waits for a second person. */
export async function switchCodeByStaff(ctx: Mutating<StaffContext>, body: Switched): Promise<AuditEntry> {
  const { chosen } = await chooseSite(ctx, body.site);
  const codeRow = await findCodeById(ctx.db, chosen.id, body.id);
  const run = () => saveSwitch(ctx, body);
  if (!codeRow || !body.active) return await run();
  const { code, percentage, value_minor: value, currency, minimum_minor: minimum } = codeRow;
  const discount = { percentage, value, currency, minimum };
  const share = await largestShare(ctx, body.site, discount);
  if (share <= chosen.settings.staff_discount) return await run();
  const change = { ...body, ...discount, code };
  return await propose(ctx, { kind: "code_on", change, reason: "", siteId: chosen.id }, run);
}

const proposedSwitch = z.object({ site: z.string(), id: z.uuid(), active: z.literal(true) });

export const carryOutCodeOn: CarryOut = async (ctx, { change }) => await saveSwitch(ctx, proposedSwitch.parse(change));

async function saveSwitch(ctx: CarryOutContext, { site, id, active }: Switched): Promise<AuditEntry> {
  const { chosen } = await chooseSite(ctx, site);
  const code = await switchCode(ctx.db, { siteId: chosen.id, id, active });
  if (code === undefined) throw fail("staff_item_gone");
  // the home page, the prices and the FAQ promise it to new members
  if (code === welcomeCode && !active) throw fail("welcome_code_stays");
  return { action: active ? "discount_code_on" : "discount_code_off", subject: `code:${chosen.key}/${code}` };
}
