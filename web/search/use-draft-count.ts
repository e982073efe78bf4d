import { searchMembers } from "#contract/members.ts";
import { call } from "#web/lib/call.ts";
import { useAnswer } from "#web/lib/use-answer.ts";
import { type Filters, searchPath } from "./filters.ts";

export type Total = { count: number; capped: boolean };

/** What a search finds: the total, the profiles on its first page, and the similar members below them. */
export type Found = { total: Total; profiles: number; similar: number };

/** Debounce: the draft is counted after this long without a change. */
const debounceMs = 250;

/** What a draft of the filters would find; null while unknown. `current` is the search on the page. */
export function useDraftCount(draft: Filters, current: { filters: Filters; found: Found }): Found | null {
  const draftPath = searchPath({ ...draft, sort: undefined });
  const currentPath = searchPath({ ...current.filters, sort: undefined });
  const isCurrent = draftPath === currentPath;
  const count = async (signal: AbortSignal): Promise<Found> => {
    const { total, members, similar } = await call(searchMembers, { query: draft, signal });
    return { total, profiles: members.length, similar: similar.length };
  };
  const counted = useAnswer(isCurrent ? null : draftPath, count, debounceMs);
  if (isCurrent) return current.found;
  return counted?.key === draftPath ? counted.answer : null;
}
