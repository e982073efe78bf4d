import { getBundles } from "#contract/credits.ts";
import { type Handler, handle } from "#server/http/handle.ts";
import { offerBundles } from "./offer-bundles.ts";
import { showBundle } from "./rules.ts";

export const creditsRoutes: Handler[] = [
  handle(getBundles, async ({ services, db, site, viewer, request }, { query }) => {
    const guess = query.country ?? services.geo.countryOf(request.ip) ?? site.settings.countries[0] ?? null;
    const { country, bundles } = await offerBundles(db, site.id, viewer?.memberId ?? null, guess);
    return {
      country,
      bundles: bundles.map((bundle) => showBundle(bundle, site.settings.message_credits)),
      methods: [...services.payments.methods(country ?? "")],
    };
  }),
];
