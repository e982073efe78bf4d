import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { seeVisitors, type Visit } from "#contract/visitors.ts";
import { call } from "#web/lib/call.ts";
import { userQuery } from "#web/lib/live-queries.ts";

/** Calls back now if the page is before somebody's eyes, or once it is. */
function whenVisible(run: () => void): () => void {
  if (!document.hidden) {
    run();
    return () => {};
  }
  document.addEventListener("visibilitychange", run, { once: true });
  return () => document.removeEventListener("visibilitychange", run);
}

/** Visitors who are listed are no longer new the next time; whoever was new keeps the mark for as long as one looks. */
export function useSeeVisitors(visits: readonly Visit[]): ReadonlySet<string> {
  const client = useQueryClient();
  const [fresh, setFresh] = useState<ReadonlySet<string>>(new Set());
  const ids = visits
    .filter(({ visit_new }) => visit_new)
    .map(({ member }) => member.id)
    .join();
  useEffect(() => {
    if (ids === "") return;
    return whenVisible(() => {
      const seen = ids.split(",");
      setFresh((known) => new Set([...known, ...seen]));
      call(seeVisitors, { body: { ids: seen } }).then(
        async ({ new_visitors }) => {
          // one that is under way may have counted before
          await client.cancelQueries({ queryKey: userQuery.queryKey });
          client.setQueryData(userQuery.queryKey, (user) => (user ? { ...user, new_visitors } : user));
        },
        // the badge stays, and the next look tries again
        () => {},
      );
    });
  }, [client, ids]);
  return fresh;
}
