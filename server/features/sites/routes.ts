import { countryCookie, localeCookieDays } from "#contract/constants.ts";
import { countryCode } from "#contract/places.ts";
import { chooseCountry, getCompanyInfo, getPageSections, getSettings, getVisitorCountry } from "#contract/sites.ts";
import { minimumMessageCosts } from "#server/features/credits/index.ts";
import { type Handler, handle } from "#server/http/handle.ts";
import { cookieOptions } from "#server/http/host-cookies.ts";
import { fictionalWords } from "./fictional-words.ts";
import { findPageChange, findSections } from "./page-text-store.ts";
import { findCompany } from "./store.ts";

export const sitesRoutes: Handler[] = [
  handle(getPageSections, async ({ db, site, language }, { query: { page } }) => {
    const asked = { siteId: site.id, language };
    return {
      changed_at: await findPageChange(db, { ...asked, pages: [page] }),
      sections: await findSections(db, { ...asked, page }),
    };
  }),
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
  handle(getVisitorCountry, async ({ services, request }) => ({ country: services.geo.countryOf(request.ip) })),
  handle(chooseCountry, async ({ request, reply }, { body: { country } }) => {
    const options = cookieOptions(request);
    if (country === null) reply.clearCookie(countryCookie, options);
    else reply.setCookie(countryCookie, country, { ...options, maxAge: localeCookieDays * 86_400 });
    return { geoip_selected_country: country };
  }),
  handle(getCompanyInfo, async ({ db, site }) => {
    const company = await findCompany(db, site.companyId);
    return { company: { ...company, added: company.added.toISOString() } };
  }),
];
