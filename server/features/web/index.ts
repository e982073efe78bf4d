import type { CookieName } from "#contract/constants.ts";
import { countryCode } from "#contract/places.ts";
import { getSettings } from "#contract/sites.ts";
import { defineFeature } from "#server/feature.ts";
import { clickNetworks } from "#server/features/advertising/index.ts";
import { minimumMessageCosts } from "#server/features/credits/index.ts";
import { fictionalWords } from "#server/features/sites/index.ts";
import { type Handler, handle } from "#server/http/handle.ts";
import { talkFacts } from "#server/ports/relay/port.ts";
import { serveWebApp } from "./app/serve-web-app.ts";
import { serveWellKnown } from "./app/serve-well-known.ts";
import { serveSearchFiles } from "./search-engines/serve-search-files.ts";
import { serveStatus } from "./status/serve-status.ts";

const webRoutes: Handler[] = [
  handle(getSettings, async ({ services, db, site, language, request, now }) => {
    return {
      settings: {
        ...site.settings,
        ...fictionalWords(services.texts, site, language),
        push_public_key: services.push.publicKey,
        company_id: site.companyId,
        // no member is shown on another site
        member_resell: false,
        click_networks: clickNetworks(site.settings),
        demo: site.demo,
        has_fictional: site.hasFictional,
        ...talkFacts(services.relay),
        geoip_country: services.geo.countryOf(request.ip),
        geoip_selected_country:
          countryCode.safeParse(request.cookies["geoip_selected_country" satisfies CookieName]).data ?? null,
        minimum_message_costs: await minimumMessageCosts(db, site, now),
      },
    };
  }),
];

export const web = defineFeature({
  routes: webRoutes,
  endpoints: [serveWebApp, serveWellKnown, serveSearchFiles, serveStatus],
});
