import { defineFeature } from "#server/feature.ts";
import { operationsRoutes } from "./routes.ts";

export const operations = defineFeature({ routes: operationsRoutes });
