import { getCompanyInfo, getSettings } from "#contract/sites.ts";
import { minimumMessageCosts } from "#server/features/credits/message-costs.ts";
import { type Context, type Handler, handle } from "#server/http/handle.ts";
import { findCompany } from "./store.ts";

/** The words for fictional profiles in the caller's language: the settings hold the English ones (D11.1). */
function fictionalWords({ site, language, platform }: Context) {
  const { fictional_warning, fictional_singular, fictional_plural } = site.settings;
  if (language === "en") return { fictional_warning, fictional_singular, fictional_plural };
  const text = (key: string) => platform.texts.t(language, `sites:${key}`);
  return {
    fictional_warning: text("fictional_warning"),
    fictional_singular: text("fictional_singular"),
    fictional_plural: text("fictional_plural"),
  };
}

export const sitesRoutes: Handler[] = [
  handle(getSettings, async (ctx) => {
    const { platform, db, site, request, now } = ctx;
    return {
      settings: {
        ...site.settings,
        ...fictionalWords(ctx),
        company_id: site.companyId,
        demo: site.demo,
        geoip_country: platform.geo.countryOf(request.ip),
        geoip_selected_country: null,
        minimum_message_costs: await minimumMessageCosts(db, site, now),
      },
    };
  }),
  handle(getCompanyInfo, async ({ db, site }) => {
    const company = await findCompany(db, site.companyId);
    return { company: { ...company, added: company.added.toISOString() } };
  }),
];
