import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { seeVisitors, type Visit } from "#contract/visitors.ts";
import { call } from "#web/lib/call.ts";
import { userQuery } from "#web/lib/live-queries.ts";
import { whenVisible } from "#web/lib/when-visible.ts";

/** Marks listed visitors as seen on the server. Returns the new ones, who keep their mark while the page is open. */
export function useMarkVisitorsSeen(visits: readonly Visit[]): ReadonlySet<string> {
  const client = useQueryClient();
  const [newSinceOpened, setNewSinceOpened] = useState<ReadonlySet<string>>(new Set());
  const ids = visits
    .filter(({ visit_new }) => visit_new)
    .map(({ member }) => member.id)
    .join();
  useEffect(() => {
    if (ids === "") return;
    return whenVisible(() => {
      const seen = ids.split(",");
      setNewSinceOpened((known) => new Set([...known, ...seen]));
      call(seeVisitors, { body: { ids: seen } }).then(
        async ({ new_visitors }) => {
          // a pending request may have counted the visitors before this
          await client.cancelQueries({ queryKey: userQuery.queryKey });
          client.setQueryData(userQuery.queryKey, (user) => (user ? { ...user, new_visitors } : user));
        },
        // the badge stays, and the next visit to the page tries again
        () => {},
      );
    });
  }, [client, ids]);
  return newSinceOpened;
}
