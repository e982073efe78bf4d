import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { type ChatEntry, deleteChat } from "#contract/chat.ts";
import { call } from "#web/lib/call.ts";
import { chatsQuery, refreshLive, removingQuery } from "#web/lib/live-queries.ts";
import { atOnce, createOutbox, useOutbox } from "#web/lib/outbox.ts";
import { useTexts } from "#web/lib/texts.tsx";
import type { FormFailure } from "#web/lib/use-call.ts";
import { useEvents } from "#web/lib/use-events.ts";
import { useIsMounted } from "#web/lib/use-is-mounted.ts";
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
  const isMounted = useIsMounted();
  /** For each chat that can still be brought back: ends the time for it. */
  const undoable = useRef(new Map<string, () => void>());

  const removeFromCache = (id: string) =>
    client.setQueryData(chatsQuery.queryKey, (list) => list?.filter(({ conversation }) => conversation.id !== id));
  const { add, items, remove } = useOutbox(createOutbox<{ id: string; name: string }>, {
    inTurn: atOnce,
    async send({ key, value: { id } }, signal) {
      await new Promise<void>((resolve, reject) => {
        const timer = setTimeout(resolve, undoMs);
        undoable.current.set(id, resolve);
        signal.addEventListener("abort", () => {
          clearTimeout(timer);
          reject(signal.reason);
        });
      }).finally(() => undoable.current.delete(id));
      removeFromCache(id);
      onRemoved(id);
      await call(deleteChat, { key, body: { conversation: { id } }, keepalive: true });
      // a refresh that had begun before may have brought the chat back
      removeFromCache(id);
    },
    onFailure({ value: { name } }, { code }) {
      const message = t("row.remove_failed", { name });
      if (isMounted()) setFailure({ code, message, fields: {} });
      else toast({ title: message, tone: "bad", to: "/chats" });
      refreshLive(client, "chats");
      return null;
    },
    // the shell's unread count needs the ids too
    onChange: ({ value: { id } }, exists) =>
      client.setQueryData(removingQuery.queryKey, (known = []) => [
        ...known.filter((other) => other !== id),
        ...(exists ? [id] : []),
      ]),
  });

  const removeChat = (id: string) => {
    if (removing.includes(id)) return;
    setFailure(null);
    void add({ id, name: chats.find(({ conversation }) => conversation.id === id)?.profile.name ?? "" });
  };
  const undo = (id: string) => {
    const item = items.find(({ value }) => value.id === id);
    if (item && undoable.current.has(id)) remove(item.key);
  };
  const removeNow = () => {
    for (const endUndo of undoable.current.values()) endUndo();
  };
  useEvents("pagehide", removeNow);
  const onUnmount = useEffectEvent(removeNow);
  useEffect(() => () => onUnmount(), []);

  return { removing, failure, remove: removeChat, undo };
}
