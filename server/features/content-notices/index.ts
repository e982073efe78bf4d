import { defineFeature } from "#server/feature.ts";
import { purgeContentNotices } from "./jobs.ts";
import { contentNoticesRoutes } from "./routes.ts";

export { answerNotice, hasDecidedBefore } from "./answer-notice.ts";
export { findNoticesOf } from "./store.ts";

export const contentNotices = defineFeature({
  routes: contentNoticesRoutes,
  jobs: [purgeContentNotices],
});
