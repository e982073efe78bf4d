import { defineFeature } from "#server/feature.ts";
import { placesRoutes } from "./places/routes.ts";
import { sitesRoutes } from "./routes.ts";
import { serveSitePictures } from "./site-picture.ts";

export { allowedValues, formOf, readTyped } from "./allowed-values.ts";
export { type BundleRow, findCredits, listBundles, listBundlesOf, setChosen } from "./bundles-store.ts";
export { changeSite, changeTerms, createSite, editSite, SiteOutdated, TermsNeedNotice } from "./change-site.ts";
export { findChange, findChanges } from "./change-store.ts";
export { findCodeById, findCodes, insertCode as addCode, type NewCode, switchCode } from "./codes-store.ts";
export { CompanyShared } from "./company.ts";
export { describeSite, findSetupTasks, type KnownSite, requireSite } from "./describe-site.ts";
export { withDraft } from "./draft-words.ts";
export { fictionalWords } from "./fictional-words.ts";
export { findClashes } from "./find-clashes.ts";
export {
  companyOfSite,
  createSiteFinder,
  type SiteAndCompany,
  siteAndCompany,
  toSite,
} from "./find-site.ts";
export { describeChange } from "./list-changes.ts";
export { findMailWords, findPageWords, mailTexts } from "./own-words.ts";
export { findOwnTexts, saveOwnTexts } from "./page-text-store.ts";
export { findPlace, isCountry, isRegion, type Place } from "./places/find-place.ts";
export { foldName } from "./places/fold-name.ts";
export { loadPlaces } from "./places/load-store.ts";
export {
  kilometresBetween,
  type Point,
  shownDistance,
  snapToGrid,
} from "./places/rules.ts";
export { seedDemoSites } from "./seed-demo.ts";
export { companyFields, InvalidSite, isSettingKey, ownCompany, readSiteFile, type SiteInput } from "./site-file.ts";
export { sitePictureKey } from "./site-picture.ts";
export { standardWords, usableWords } from "./site-words.ts";
export { hasMembers, listCompanies, listSites, saveSetting } from "./sites-store.ts";
export { findNewestVersion, findTextVersion } from "./text-version.ts";
export { siteForVisitor, visitorsSee, visitTracking } from "./traffic-source.ts";

export const sites = defineFeature({
  routes: [...sitesRoutes, ...placesRoutes],
  endpoints: [serveSitePictures],
});
