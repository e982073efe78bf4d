import { defineFeature } from "#server/feature.ts";
import { purgeUpdates } from "./jobs.ts";
import { memberData } from "./member-data.ts";
import { updatesRoutes } from "./routes.ts";

export { addUpdate, countNewUpdates } from "./store.ts";

export const updates = defineFeature({ routes: updatesRoutes, jobs: [purgeUpdates], memberData });
