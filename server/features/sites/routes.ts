import { getOwnWords } from "#contract/site-words.ts";
import { chooseCountry, getCompanyInfo, getPageSections, getVisitorCountry } from "#contract/sites.ts";
import { setPlainCookie } from "#server/http/cookies.ts";
import { type Handler, handle } from "#server/http/handle.ts";
import { draftOf } from "./draft-words.ts";
import { companyOfSite } from "./find-site.ts";
import { findPageWords } from "./own-words.ts";
import { findSections } from "./page-text-store.ts";
import { acceptedIn, findTextVersion } from "./text-version.ts";

export const sitesRoutes: Handler[] = [
  handle(getPageSections, async ({ db, site, language, now, services: { texts } }, { query: { page } }) => {
    if (!acceptedIn(language).includes(page)) {
      return { changed_at: null, sections: await findSections(db, { siteId: site.id, language, page }) };
    }
    const about = { site, company: await companyOfSite(db, site, now), language, page };
    const { since, own } = await findTextVersion({ db, texts, now }, about);
    return { changed_at: since, sections: own };
  }),
  handle(getOwnWords, async ({ db, site, language, now, request }) => ({
    words: draftOf(request.headers) ?? (await findPageWords(db, site.id, language, now)),
  })),
  handle(getVisitorCountry, async ({ services, request }) => ({ country: services.geo.countryOf(request.ip) })),
  handle(chooseCountry, async ({ request, reply }, { body: { country } }) => {
    setPlainCookie(request, reply, "geoip_selected_country", country);
    return { geoip_selected_country: country };
  }),
  handle(getCompanyInfo, async ({ db, site, now }) => {
    const company = await companyOfSite(db, site, now);
    return { company: { ...company, added: company.added.toISOString() } };
  }),
];
