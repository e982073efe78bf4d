import { defineFeature } from "#server/feature.ts";
import { sitesRoutes } from "./routes.ts";

export { fictionalWords } from "./fictional-words.ts";
export { createSiteFinder, toSite } from "./find-site.ts";
export { seedDemoSites } from "./seed-demo.ts";
export { type SiteAndCompany, siteAndCompany } from "./site-and-company.ts";
export { siteOrigin } from "./site-origin.ts";
export { saveSetting } from "./store.ts";
export { savedTracking, visitorsSee } from "./traffic-source.ts";

export const sites = defineFeature({
  routes: sitesRoutes,
});
