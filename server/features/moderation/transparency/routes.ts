import { getTransparency } from "#contract/transparency.ts";
import { type Handler, handle } from "#server/http/handle.ts";
import { showTransparency } from "./show-transparency.ts";

export const transparencyRoutes: Handler[] = [
  handle(getTransparency, ({ db, site, now }, { query }) => showTransparency(db, site.id, query.year, now)),
];
