import { queryOptions } from "@tanstack/react-query";
import { useReducer, useRef, useState } from "react";
import { getVisitors, type VisitsAnswer } from "#contract/visitors.ts";
import { ApiFailure } from "#web/lib/api.ts";
import { call } from "#web/lib/call.ts";
import { useLoaded } from "#web/lib/live-queries.ts";
import { useLiveEvent } from "#web/lib/live-state.ts";
import { addVisits, changeFurtherVisits } from "./group-visits.ts";

/** The first page of a list of visits, which begins at a cursor or with the latest. */
const visitsQuery = (from: string | null) =>
  queryOptions({
    queryKey: ["visits", from],
    queryFn: ({ signal }) => call(getVisitors, { query: from === null ? {} : { cursor: from }, signal }),
  });

/** The visitors loaded with the page, those who come while it is open, and the pages requested since. */
export function useVisitors(loaded: VisitsAnswer, from: string | null) {
  const { data, refetch } = useLoaded(visitsQuery(from), loaded);
  const [further, change] = useReducer(changeFurtherVisits, { visits: [], hidden: [] });
  const [cursor, setCursor] = useState(loaded.next_cursor);
  const [state, setState] = useState<"idle" | "loading" | "failed">("idle");
  const list = useRef<HTMLDivElement>(null);
  useLiveEvent((event) => {
    if (event.type === "member_hidden") change({ type: "hidden", member: event.member });
    if (event.type === "visit" || event.type === "member_hidden") void refetch();
  });
  const visits = addVisits(data.visitors, further.visits);

  async function load(): Promise<void> {
    if (cursor === null || state === "loading") return;
    setState("loading");
    try {
      const answer = await call(getVisitors, { query: { cursor } });
      change({ type: "loaded", visits: answer.visitors });
      setCursor(answer.next_cursor);
      setState("idle");
      const shown = new Set(visits.map(({ member }) => member.id));
      const added = answer.visitors.find(({ member }) => !shown.has(member.id))?.member.id;
      // once it is rendered, the focus moves to the first added card
      if (added) requestAnimationFrame(() => focusCard(list.current, added));
    } catch (failure) {
      if (!(failure instanceof ApiFailure)) throw failure;
      setState("failed");
    }
  }
  return { visits, cursor, state, load, list };
}

function focusCard(list: HTMLElement | null, id: string): void {
  list?.querySelector<HTMLElement>(`[data-member="${id}"]`)?.focus();
}
