import { getComingTerms } from "#contract/terms.ts";
import { type Handler, handle } from "#server/http/handle.ts";
import { showComingTerms } from "./next-terms.ts";

export const termsRoutes: Handler[] = [
  handle(getComingTerms, async ({ db, site, language }) => ({ coming: await showComingTerms(db, site.id, language) })),
];
