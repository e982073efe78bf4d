import { getCompanyInfo, getSettings } from "#contract/sites.ts";
import { minimumMessageCosts } from "#server/features/credits/message-costs.ts";
import { type Handler, handle } from "#server/http/handle.ts";
import { findCompany } from "./store.ts";

export const sitesRoutes: Handler[] = [
  handle(getSettings, async ({ platform, db, site, request }) => ({
    settings: {
      ...site.settings,
      company_id: site.companyId,
      demo: site.demo,
      geoip_country: platform.geo.countryOf(request.ip),
      geoip_selected_country: null,
      minimum_message_costs: await minimumMessageCosts(db, site, platform.clock.now()),
    },
  })),
  handle(getCompanyInfo, async ({ db, site }) => {
    const company = await findCompany(db, site.companyId);
    return { company: { ...company, added: company.added.toISOString() } };
  }),
];
