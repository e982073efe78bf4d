import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { seeUpdates, type Update } from "#contract/updates.ts";
import { call } from "#web/lib/call.ts";
import { userQuery } from "#web/lib/live-queries.ts";
import { whenVisible } from "#web/lib/when-visible.ts";

/** Marks listed updates as seen on the server; they keep their mark while the page is open. */
export function useSeeUpdates(updates: readonly Update[]): void {
  const client = useQueryClient();
  const ids = updates
    .filter(({ update_new }) => update_new)
    .map(({ id }) => id)
    .join();
  useEffect(() => {
    if (ids === "") return;
    return whenVisible(() => {
      call(seeUpdates, { body: { ids: ids.split(",") } }).then(
        async ({ new_updates }) => {
          // a pending request may have counted the updates before this
          await client.cancelQueries({ queryKey: userQuery.queryKey });
          client.setQueryData(userQuery.queryKey, (user) => (user ? { ...user, new_updates } : user));
        },
        // the badge stays, and the next visit to the page tries again
        () => {},
      );
    });
  }, [client, ids]);
}
