import type { InputOf } from "#contract/call.ts";
import { dayMs } from "#contract/durations.ts";
import { type addStaffCode, codesShown } from "#contract/staff-sites.ts";
import { addCode, findCodes, switchCode } from "#server/features/discounts/index.ts";
import { describeSite } from "#server/features/sites/index.ts";
import { fail, failFields } from "#server/http/fail.ts";
import type { StaffContext } from "#server/http/handle.ts";
import { chooseSite } from "./choose-site.ts";

/** The codes of a site with their uses. */
export async function showCodes(ctx: StaffContext, key: string | undefined) {
  const { chosen, shown } = await chooseSite(ctx, key);
  const known = await describeSite(ctx.db, chosen.key);
  const currencies = [...new Set(known?.file.bundles.map(({ currency }) => currency))];
  const rows = await findCodes(ctx.db, chosen.id, codesShown);
  return {
    ...shown,
    currencies,
    codes: rows.map(({ value_minor, minimum_minor, expires_at: expires, member_id: memberId, ...row }) => ({
      ...row,
      value: value_minor,
      minimum: minimum_minor,
      expires: expires?.toISOString() ?? null,
      personal: memberId !== null,
    })),
  };
}

/** Adds a code. Throws `invalid_input` for one that the site has, and for amounts without a currency of the site. */
export async function addCodeByStaff(ctx: StaffContext, body: InputOf<typeof addStaffCode>["body"]): Promise<string> {
  const { chosen } = await chooseSite(ctx, body.site);
  const { currencies } = await showCodes(ctx, body.site);
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
    expires_at: expiresAt,
    created_at: ctx.now,
  });
  if (!isAdded) throw failFields({ code: "code_taken" });
  return `code:${chosen.key}/${body.code}`;
}

/** Switches a code off or on. Throws `staff_item_gone` if the site has no such code. */
export async function switchCodeByStaff(
  ctx: StaffContext,
  { site, id, active }: { site: string; id: string; active: boolean },
) {
  const { chosen } = await chooseSite(ctx, site);
  const code = await switchCode(ctx.db, { siteId: chosen.id, id, active });
  if (code === undefined) throw fail("staff_item_gone");
  return `code:${chosen.key}/${code}`;
}
