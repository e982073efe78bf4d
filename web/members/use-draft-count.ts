import { useEffect, useState } from "react";
import { searchMembers } from "#contract/members.ts";
import { call } from "#web/lib/call.ts";
import { type Filters, searchPath } from "./filters.ts";

export type Total = { count: number; capped: boolean };

/** Debounce: the draft is counted after this long without a change. */
const debounceMs = 250;

/** How many members a draft of the filters would show; null while unknown. `now` is the search on the page. */
export function useDraftCount(draft: Filters, now: { filters: Filters; total: Total }): Total | null {
  const wanted = searchPath({ ...draft, sort: undefined });
  const known = searchPath({ ...now.filters, sort: undefined });
  const [counted, setCounted] = useState({ path: known, total: now.total });
  useEffect(() => {
    if (wanted === counted.path || wanted === known) return;
    const stop = new AbortController();
    const timer = setTimeout(() => {
      call(searchMembers, { query: draft, signal: stop.signal }).then(
        ({ total }) => setCounted({ path: wanted, total }),
        // the button then shows no number
        () => {},
      );
    }, debounceMs);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [wanted, known, counted.path, draft]);
  if (wanted === known) return now.total;
  return wanted === counted.path ? counted.total : null;
}
