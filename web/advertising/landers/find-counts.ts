import type { AnswerOf } from "#contract/call.ts";
import { getMemberCounts } from "#contract/members.ts";
import { ApiFailure } from "#web/lib/api.ts";
import type { Page } from "#web/lib/page.ts";

export type Counts = AnswerOf<typeof getMemberCounts>;

/** About how many members there are of each kind; nothing if the site shows visitors no members (R6.02). */
export async function findCounts(page: Page, country?: string): Promise<Counts> {
  try {
    return await page.call(getMemberCounts, { query: { country } });
  } catch (failure) {
    if (failure instanceof ApiFailure) return { members: 0, lately: 0, interests: {}, regions: {} };
    throw failure;
  }
}
