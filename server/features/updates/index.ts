import { defineFeature } from "#server/feature.ts";
import { memberData } from "./member-data.ts";
import { updatesRoutes } from "./routes.ts";

export { addUpdate } from "./store.ts";

export const updates = defineFeature({
  routes: updatesRoutes,
  memberData,
  retention: [{ table: "updates", column: "created_at", keepDays: 365 }],
});
