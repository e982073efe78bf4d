import { defineFeature } from "#server/feature.ts";
import { serveWebApp } from "./app/serve-web-app.ts";
import { serveWellKnown } from "./app/serve-well-known.ts";
import { webRoutes } from "./routes.ts";
import { serveSearchFiles } from "./search-engines/serve-search-files.ts";
import { serveStatus } from "./status/serve-status.ts";

export const web = defineFeature({
  routes: webRoutes,
  endpoints: [serveWebApp, serveWellKnown, serveSearchFiles, serveStatus],
});
