import { searchTotalCap } from "#contract/constants.ts";
import type { SearchQuery } from "#contract/members.ts";
import type { ViewContext, ViewerProfile } from "#server/features/profiles/index.ts";
import { countMembers } from "./gather.ts";
import { toFilter } from "./rules.ts";

/** How many members fit a search of this viewer's, fictional profiles left out (D11.1); `capped` beyond the search's cap. */
export async function countFitting(
  look: ViewContext,
  query: SearchQuery,
  viewer: ViewerProfile,
): Promise<{ count: number; capped: boolean }> {
  const { count } = await countMembers(look.db, toFilter(query, look.site.id, viewer, look.now));
  return { count: Math.min(count, searchTotalCap), capped: count > searchTotalCap };
}
