import { countryCookie, localeCookieDays } from "#contract/constants.ts";
import { acceptedPages } from "#contract/page-sections.ts";
import { chooseCountry, getCompanyInfo, getPageSections, getVisitorCountry } from "#contract/sites.ts";
import { cookieOptions } from "#server/http/cookies.ts";
import { type Handler, handle } from "#server/http/handle.ts";
import { cachePerDatabase, createReadCache } from "#server/lib/timed-cache.ts";
import { siteAndCompany } from "./find-site.ts";
import { findSections } from "./page-text-store.ts";
import { type CompanyRow, findCompany } from "./sites-store.ts";
import { findNewestVersion } from "./text-version.ts";

/** Companies are cached as long as a site's settings are: every page names one. */
const companies = cachePerDatabase(() => createReadCache<CompanyRow>({ max: 100, ttlMs: 5_000 }));

export const sitesRoutes: Handler[] = [
  handle(getPageSections, async ({ db, site, language, now, services: { texts } }, { query: { page } }) => {
    const about = { ...(await siteAndCompany(db, site.id)), language };
    return {
      changed_at: acceptedPages.includes(page)
        ? await findNewestVersion({ db, texts, now }, { ...about, pages: [page] })
        : null,
      sections: await findSections(db, { siteId: site.id, language, page }),
    };
  }),
  handle(getVisitorCountry, async ({ services, request }) => ({ country: services.geo.countryOf(request.ip) })),
  handle(chooseCountry, async ({ request, reply }, { body: { country } }) => {
    const options = cookieOptions(request);
    if (country === null) reply.clearCookie(countryCookie, options);
    else reply.setCookie(countryCookie, country, { ...options, maxAge: localeCookieDays * 86_400 });
    return { geoip_selected_country: country };
  }),
  handle(getCompanyInfo, async ({ db, site, now }) => {
    const company = await companies(db).get(site.companyId, now, () => findCompany(db, site.companyId));
    return { company: { ...company, added: company.added.toISOString() } };
  }),
];
