import { countryCookie, localeCookieDays } from "#contract/constants.ts";
import { chooseCountry, getCompanyInfo, getPageSections, getVisitorCountry } from "#contract/sites.ts";
import { type Handler, handle } from "#server/http/handle.ts";
import { cookieOptions } from "#server/http/host-cookies.ts";
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
