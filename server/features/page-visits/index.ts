import { defineFeature } from "#server/feature.ts";
import { pageVisitsRoutes } from "./routes.ts";

export const pageVisits = defineFeature({ routes: pageVisitsRoutes });
