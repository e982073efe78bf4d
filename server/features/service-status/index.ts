import { defineFeature } from "#server/feature.ts";
import { serveStatus } from "./serve-status.ts";

export const serviceStatus = defineFeature({ endpoints: [serveStatus] });
