import { defineFeature } from "#server/feature.ts";
import { numbersRoutes } from "./routes.ts";

export const numbers = defineFeature({ routes: numbersRoutes });
