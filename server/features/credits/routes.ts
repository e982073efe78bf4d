import { getBundles } from "#contract/credits.ts";
import { getDiscountCode, welcomeCode } from "#contract/discounts.ts";
import { fail } from "#server/http/fail.ts";
import { type Handler, handle } from "#server/http/handle.ts";
import { findDiscount, showDiscount } from "./discounts/find-discount.ts";
import { offerBundles, priceWith } from "./offer-bundles.ts";
import { showBundles } from "./rules.ts";
import { findBuyer } from "./wallets-store.ts";

export const creditsRoutes: Handler[] = [
  handle(getDiscountCode, async ({ db, site, viewer, now }, { query }) => {
    const code = query.welcome === "true" ? welcomeCode : query.code;
    if (code === undefined) throw fail("code_not_found");
    const discount = await findDiscount(db, { siteId: site.id, memberId: viewer.memberId, code, now });
    if (discount === "discount_already_used") throw fail("code_already_used");
    if (typeof discount === "string") throw fail("code_not_found");
    return { discountcode: showDiscount(discount, now), now: now.toISOString() };
  }),
  handle(getBundles, async ({ services, db, site, viewer, request, now }, { query }) => {
    const guess = query.country ?? services.geo.countryOf(request.ip) ?? site.settings.countries[0] ?? null;
    const input = { site, memberId: viewer?.memberId ?? null, code: query.code, now };
    const { country, bundles, discount } = await offerBundles(db, input, guess);
    const [first] = bundles;
    const { message_credits: messageCredits, sales, payment_providers: routes } = site.settings;
    const market = first && { country: country ?? "", currency: first.currency, routes };
    const buyer = input.memberId === null ? undefined : await findBuyer(db, input.memberId);
    const { debt = 0, muted_until: muted = null } = buyer ?? {};
    return {
      country,
      code: discount?.code.code ?? null,
      bundles: showBundles(bundles, { messageCredits, debt }, (bundle) => priceWith(discount, bundle)),
      sells: sales === "on",
      debt,
      muted: muted !== null && muted > now,
      methods: market ? [...services.payments.methods(market)] : [],
    };
  }),
];
