import { defineFeature } from "#server/feature.ts";
import { purgeVisits } from "./jobs.ts";
import { memberData } from "./member-data.ts";
import { visitsNews } from "./news.ts";
import { visitorsRoutes } from "./routes.ts";
import { deleteVisitsBetween, deleteVisitsOf } from "./store.ts";

export { countNewVisitors } from "./count-new.ts";
export { recordVisit } from "./record-visit.ts";

export const visitors = defineFeature({
  routes: visitorsRoutes,
  jobs: [purgeVisits],
  memberData,
  news: [visitsNews],
  hooks: { memberBlocked: deleteVisitsBetween, visitsSwitchedOff: deleteVisitsOf },
});
