import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import type { User } from "#contract/user.ts";
import { userQuery } from "./live-queries.ts";

/** Sends the ids of what is listed as new once the page is visible, and shows the member's counts of its answer. */
export function useMarkSeen(newIds: readonly string[], send: (ids: string[]) => Promise<Partial<User>>): void {
  const client = useQueryClient();
  const list = newIds.join();
  const markSeen = useEffectEvent(async () => {
    // if it fails, the badge stays, and the next visit to the page tries again
    const counts = await send(list.split(",")).catch(() => null);
    if (counts === null) return;
    // a pending request may have counted them before this
    await client.cancelQueries({ queryKey: userQuery.queryKey });
    client.setQueryData(userQuery.queryKey, (user) => (user ? { ...user, ...counts } : user));
  });
  useEffect(() => {
    if (list === "") return;
    const onVisible = () => void markSeen();
    if (!document.hidden) return onVisible();
    document.addEventListener("visibilitychange", onVisible, { once: true });
    return () => document.removeEventListener("visibilitychange", onVisible);
  }, [list]);
}
