import { defineFeature } from "#server/feature.ts";
import { serveWebApp } from "./serve-web-app.ts";

export const webApp = defineFeature({ endpoints: [serveWebApp] });
