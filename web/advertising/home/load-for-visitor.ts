import { localeOf } from "#contract/languages.ts";
import { getInterests } from "#contract/members.ts";
import { getRegions } from "#contract/places.ts";
import type { Settings } from "#contract/sites.ts";
import { mayJoin } from "#contract/tracking.ts";
import { readTracking } from "#web/account/signup-link/tracking.ts";
import { findCounts } from "#web/advertising/landers/open-members.ts";
import { nicheTexts } from "#web/advertising/landings/niche-texts.server.ts";
import { giftPrices } from "#web/chat/gifts/gift-prices.ts";
import type { Page } from "#web/lib/page.ts";
import { countryOptions, visitorCountry } from "#web/sites/places/countries.ts";
import { findFaces } from "./find-faces.ts";

/** A group of members that a visitor may see: the code for its search, its name, and its approximate size. */
export type ProfileGroup = { code: string; name: string; count: number };

const groupsShown = 7;

function largest(
  counts: Readonly<Record<string, number>>,
  named: readonly { code: string; name: string }[],
): ProfileGroup[] {
  return named
    .map(({ code, name }) => ({ code, name, count: counts[code] ?? 0 }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count)
    .slice(0, groupsShown);
}

function giftRange(settings: Settings) {
  const prices = [...giftPrices(settings).values()];
  return prices.length === 0 ? null : { least: Math.min(...prices), most: Math.max(...prices) };
}

/** Loads the visitor's home page. Everything on it is counted, or a setting of the site. */
export async function loadForVisitor(page: Page, request: Request) {
  // before anything else: this stores the visitor's traffic source, which may decide what they see
  const settings = await page.settings();
  const country = visitorCountry(settings, page.language);
  const [faces, counts, { interests }, { regions }] = await Promise.all([
    findFaces(page, request),
    findCounts(page, country === "" ? undefined : country),
    page.load(getInterests),
    country === "" ? { regions: [] } : page.load(getRegions, { query: { country } }),
  ]);
  return {
    faces,
    numbers: { members: counts.members, lately: counts.lately },
    country: countryOptions([country], localeOf(page.language))[0] ?? { value: "", label: "" },
    regions: largest(counts.regions, regions),
    interests: largest(counts.interests, interests),
    gifts: giftRange(settings),
    niche: nicheTexts(page.language, settings.niche),
    open: mayJoin(settings, readTracking(request)),
  };
}

export type ForVisitor = Awaited<ReturnType<typeof loadForVisitor>>;
