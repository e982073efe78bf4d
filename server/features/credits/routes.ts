import { getBundles } from "#contract/credits.ts";
import { type Handler, handle } from "#server/http/handle.ts";
import { offerBundles } from "./offer-bundles.ts";
import { showBundle } from "./rules.ts";

export const creditsRoutes: Handler[] = [
  handle(getBundles, async ({ platform, db, site, viewer }) => {
    const { country, bundles } = await offerBundles(db, site.id, viewer.memberId);
    return {
      bundles: bundles.map((bundle) => showBundle(bundle, site.settings.message_credits)),
      methods: [...platform.payments.methods(country ?? "")],
    };
  }),
];
