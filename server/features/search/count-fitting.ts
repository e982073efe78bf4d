import { searchTotalCap } from "#contract/constants.ts";
import type { SearchQuery } from "#contract/members.ts";
import type { ViewContext, ViewerProfile } from "#server/features/profiles/index.ts";
import { countMembers } from "./count.ts";
import { toFilter } from "./rules.ts";

/** How many members fit this viewer's search, without fictional profiles (D11.1); `capped` if more than the cap. */
export async function countFitting(
  ctx: ViewContext,
  query: SearchQuery,
  viewer: ViewerProfile,
): Promise<{ count: number; capped: boolean }> {
  const count = await countMembers(ctx.db, toFilter(query, ctx.site.id, viewer, ctx.now));
  return { count: Math.min(count, searchTotalCap), capped: count > searchTotalCap };
}
