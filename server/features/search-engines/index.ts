import { defineFeature } from "#server/feature.ts";
import { serveSearchFiles } from "./serve-search-files.ts";

export const searchEngines = defineFeature({ endpoints: [serveSearchFiles] });
