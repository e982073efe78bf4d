import { useEffect, useState } from "react";
import { searchMembers } from "#contract/members.ts";
import { call } from "#web/lib/call.ts";
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
  const [counted, setCounted] = useState({ path: currentPath, found: current.found });
  useEffect(() => {
    if (draftPath === counted.path || draftPath === currentPath) return;
    const stop = new AbortController();
    const timer = setTimeout(() => {
      call(searchMembers, { query: draft, signal: stop.signal }).then(
        ({ total, members, similar }) =>
          setCounted({ path: draftPath, found: { total, profiles: members.length, similar: similar.length } }),
        // the button then shows no number
        () => {},
      );
    }, debounceMs);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [draftPath, currentPath, counted.path, draft]);
  if (draftPath === currentPath) return current.found;
  return draftPath === counted.path ? counted.found : null;
}
