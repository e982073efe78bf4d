import { defineFeature } from "#server/feature.ts";
import { serveWebApp } from "./serve-web-app.ts";
import { serveWellKnown } from "./serve-well-known.ts";

export const webApp = defineFeature({ endpoints: [serveWebApp, serveWellKnown] });
