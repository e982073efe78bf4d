import { countryCookie } from "#contract/constants.ts";
import { countryCode } from "#contract/places.ts";
import { getSettings } from "#contract/sites.ts";
import { minimumMessageCosts } from "#server/features/credits/index.ts";
import { fictionalWords } from "#server/features/sites/index.ts";
import { type Handler, handle } from "#server/http/handle.ts";

/** What every page reads of its site. */
export const webRoutes: Handler[] = [
  handle(getSettings, async ({ services, db, site, language, request, now }) => {
    return {
      settings: {
        ...site.settings,
        ...fictionalWords(services.texts, site, language),
        push_public_key: services.push.publicKey,
        company_id: site.companyId,
        // no member is shown on another site
        member_resell: false,
        demo: site.demo,
        geoip_country: services.geo.countryOf(request.ip),
        geoip_selected_country: countryCode.safeParse(request.cookies[countryCookie]).data ?? null,
        minimum_message_costs: await minimumMessageCosts(db, site, now),
      },
    };
  }),
];
