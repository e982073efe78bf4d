import { getBundles } from "#contract/credits.ts";
import { type Handler, handle } from "#server/http/handle.ts";
import { offerBundles, priceWith } from "./offer-bundles.ts";
import { showBundles } from "./rules.ts";

export const creditsRoutes: Handler[] = [
  handle(getBundles, async ({ services, db, site, viewer, request, now }, { query }) => {
    const guess = query.country ?? services.geo.countryOf(request.ip) ?? site.settings.countries[0] ?? null;
    const input = { siteId: site.id, memberId: viewer?.memberId ?? null, code: query.code, now };
    const { country, bundles, discount } = await offerBundles(db, input, guess);
    const [first] = bundles;
    return {
      country,
      code: discount?.code.code ?? null,
      bundles: showBundles(bundles, site.settings.message_credits, (bundle) => priceWith(discount, bundle)),
      methods: first ? [...services.payments.methods({ country: country ?? "", currency: first.currency })] : [],
    };
  }),
];
