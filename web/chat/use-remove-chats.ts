import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useEffectEvent, useRef, useState } from "react";
import { type ChatEntry, deleteChat } from "#contract/chat.ts";
import { ApiFailure } from "#web/lib/api.ts";
import { call } from "#web/lib/call.ts";
import { chatsQuery, refreshLive, removingQuery } from "#web/lib/live-queries.ts";
import { useTexts } from "#web/lib/texts.tsx";
import type { FormFailure } from "#web/lib/use-call.ts";
import { useEvents } from "#web/lib/use-events.ts";
import { useToast } from "#web/ui/toast.tsx";

/** A removal can be undone for this many milliseconds. */
const undoMs = 6_000;

/**
 * Removes chats: from the list and the unread count at once; on the server when the time for an undo is over, or when
 * the member leaves the page or closes the tab. A failure is shown, and the list is loaded again (R4.19).
 */
export function useRemoveChats(chats: readonly ChatEntry[], onRemoved: (id: string) => void) {
  const t = useTexts("chat");
  const client = useQueryClient();
  const toast = useToast();
  const removing = useQuery(removingQuery).data;
  const [failure, setFailure] = useState<FormFailure | null>(null);
  const timers = useRef(new Map<string, ReturnType<typeof setTimeout>>());
  const mounted = useRef(false);
  const names = useRef(new Map<string, string>());
  useEffect(() => {
    for (const { conversation, profile } of chats) names.current.set(conversation.id, profile.name);
  }, [chats]);

  const endRemoval = useCallback(
    (id: string) => {
      clearTimeout(timers.current.get(id));
      timers.current.delete(id);
      client.setQueryData(removingQuery.queryKey, (known = []) => known.filter((other) => other !== id));
    },
    [client],
  );

  const deleteNow = useCallback(
    async (id: string) => {
      const removeFromCache = () =>
        client.setQueryData(chatsQuery.queryKey, (list) => list?.filter(({ conversation }) => conversation.id !== id));
      // before the id leaves the removing list, so that the unread count does not come back in between
      removeFromCache();
      onRemoved(id);
      endRemoval(id);
      try {
        await call(deleteChat, { body: { conversation: { id } }, keepalive: true });
        // a refresh that had begun before may have brought the chat back
        removeFromCache();
      } catch (cause) {
        if (!(cause instanceof ApiFailure)) throw cause;
        const message = t("row.remove_failed", { name: names.current.get(id) ?? "" });
        if (mounted.current) setFailure({ code: cause.code, message, fields: {} });
        else toast({ title: message, tone: "bad", to: "/chats" });
        refreshLive(client, "chats");
      }
    },
    [client, onRemoved, endRemoval, t, toast],
  );

  const remove = useCallback(
    (id: string) => {
      if (timers.current.has(id)) return;
      setFailure(null);
      client.setQueryData(removingQuery.queryKey, (known = []) => [...known, id]);
      timers.current.set(
        id,
        setTimeout(() => void deleteNow(id), undoMs),
      );
    },
    [client, deleteNow],
  );

  const commitAll = () => {
    for (const id of [...timers.current.keys()]) void deleteNow(id);
  };
  useEvents("pagehide", commitAll);
  const onUnmount = useEffectEvent(commitAll);
  useEffect(() => {
    mounted.current = true;
    return () => {
      mounted.current = false;
      onUnmount();
    };
  }, []);

  return { removing, failure, remove, undo: endRemoval };
}
