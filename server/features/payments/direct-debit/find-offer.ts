import { offerBundles, priceWith, validateForPurchase } from "#server/features/credits/index.ts";
import { siteAndCompany } from "#server/features/sites/index.ts";
import { fail, failFields } from "#server/http/fail.ts";
import type { MemberContext } from "#server/http/handle.ts";

/** The bundle that a member wants to pay by direct debit, its total, and the company that collects it. */
export async function findOffer(ctx: MemberContext, order: { bundle_id: string; code?: string | undefined }) {
  const { db, services, site, viewer, now } = ctx;
  const asked = { siteId: site.id, memberId: viewer.memberId, code: order.code, now };
  const { country, bundles, discount } = await offerBundles(db, asked);
  const bundle = bundles.find(({ id }) => id === order.bundle_id);
  if (!bundle) throw fail("bundle_not_found");
  const { company } = await siteAndCompany(db, site.id);
  const { currency, price_minor: price } = bundle;
  const methods = services.payments.methods({ country: country ?? "", currency });
  if (!methods.includes("sepa") || company.creditor_id === "") throw fail("direct_debit_unavailable");
  const problem = discount && validateForPurchase(discount.code, { price, currency, method: "sepa" });
  if (problem !== undefined && order.code !== undefined) throw failFields({ code: problem });
  return { bundle, country, company, amount: priceWith(discount, bundle, "sepa") };
}
