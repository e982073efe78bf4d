import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo } from "react";
import { getChat } from "#contract/chat.ts";
import { call } from "#web/lib/call.ts";
import { useLiveEvent } from "#web/lib/live-state.ts";
import { usePages } from "#web/lib/use-pages.ts";
import { chatsQuery, threadKey, useLoaded } from "#web/member-parts/live-queries.ts";
import { showGiftOpened } from "./chats-cache.ts";
import { toQuote } from "./quote.tsx";
import {
  type Thread,
  withAnswers,
  withAttachment,
  withMessage,
  withNewest,
  withOlder,
  withoutGone,
  withoutMessage,
  withReaction,
  withRead,
} from "./thread.ts";

/** Events update it at once; it is fetched if the list knows a newer message, or the member comes back. */
export function useThread(loaded: Thread) {
  const client = useQueryClient();
  const member = loaded.profile.id;
  const query = {
    queryKey: threadKey(member),
    refetchOnWindowFocus: "always",
    queryFn: async ({ signal }: { signal: AbortSignal }) => {
      const asked = client.getQueryData<Thread>(threadKey(member));
      const page = await call(getChat, { query: { member }, signal });
      const thread = client.getQueryData<Thread>(threadKey(member));
      return withNewest(thread && asked && withoutGone(thread, asked, page), page);
    },
  } as const;
  const { data: fetched, refetch } = useLoaded(query, loaded, withNewest);
  const thread = useMemo(() => withAnswers(fetched), [fetched]);
  const update = useCallback(
    (change: (thread: Thread) => Thread) =>
      client.setQueryData<Thread>(threadKey(member), (old) => (old === undefined ? old : change(old))),
    [client, member],
  );

  useLiveEvent((event) => {
    if (event.type === "message" && event.from === member) {
      const { id, author_kind, text, question, attachment, created_at, conversation } = event;
      const riskMark = event.risks && { risks: event.risks };
      const source = thread.messages.find((message) => message.id === event.reply_to);
      // it replies to what this page does not have
      if (event.reply_to !== undefined && source === undefined) void refetch();
      const message = {
        id,
        author_kind,
        text,
        question,
        quote: source && toQuote(source),
        attachment,
        ...riskMark,
        created_at,
        mine: false,
        read: false,
      };
      update((thread) => ({ ...withMessage(thread, message), conversation: { id: conversation } }));
    }
    if (event.type === "gift_opened") showGiftOpened(client, event.message);
    if (event.type === "attachment") update((thread) => withAttachment(thread, event.message, event.attachment));
    // the held messages were delivered
    if (event.type === "confirmed") void refetch();
    if (event.type === "presence" && event.member === member) {
      const { online } = event;
      update((thread) => ({ ...thread, profile: { ...thread.profile, online } }));
    }
    if (event.type === "reaction") update((current) => withReaction(current, event.message, event.reaction));
    if (event.type === "taken_back" && event.conversation === thread.conversation?.id) {
      update((current) => withoutMessage(current, event.message));
      // what the first message was promised, and whether there is a chat
      void refetch();
    }
    if (event.type === "chat_changed" && event.conversation === thread.conversation?.id) void refetch();
    // its line, and whether there can be another one
    if (event.type === "talk" && event.state === "ended") void refetch();
    // photos are no longer blurred
    if (event.type === "match" && event.with === member) void refetch();
    if (event.type === "read" && event.conversation === thread.conversation?.id) {
      update((current) => withRead(current, event.until));
    }
  });

  const newestInList = useNewestInList(thread);
  const isNewestMissing = newestInList !== undefined && !thread.messages.some(({ id }) => id === newestInList);
  useEffect(() => {
    if (isNewestMissing) void refetch();
  }, [isNewestMissing, refetch]);

  return { thread, update, refetch, older: useOlder(thread, update) };
}

function useNewestInList({ conversation }: Thread): string | undefined {
  const { data: chats } = useQuery({ ...chatsQuery, enabled: false });
  return chats?.find((chat) => chat.conversation.id === conversation?.id)?.last_message.id;
}

type Update = (change: (thread: Thread) => Thread) => void;

/** Loads a page of older messages at a time; the thread has all of them. */
function useOlder({ profile: { id: member }, older_cursor }: Thread, update: Update) {
  const { cursor, state, load } = usePages(
    () => older_cursor,
    async (before) => {
      const page = await call(getChat, { query: { member, before } });
      update((thread) => (thread.older_cursor === before ? withOlder(thread, page) : thread));
    },
  );
  return { more: cursor !== null, state, load };
}
