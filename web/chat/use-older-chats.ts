import { useCallback, useState } from "react";
import { type ChatEntry, getChats } from "#contract/chat.ts";
import { call } from "#web/lib/call.ts";
import { useLiveEvent } from "#web/lib/live-state.ts";
import { useLoading } from "#web/lib/use-loading.ts";

const getChatId = ({ conversation }: ChatEntry) => conversation.id;

/** The live list, then the loaded rest without the chats that the live list has. */
export function withRest(chats: readonly ChatEntry[], rest: readonly ChatEntry[]): readonly ChatEntry[] {
  const live = new Set(chats.map(getChatId));
  return [...chats, ...rest.filter((chat) => !live.has(getChatId(chat)))];
}

/**
 * Chats beyond the part of the list that is kept up to date, a page at a time. The rest includes the entries that were
 * in the live part when it was loaded: a new chat pushes one of them out.
 */
export function useOlderChats(chats: readonly ChatEntry[], firstCursor: string | null) {
  const [rest, setRest] = useState<readonly ChatEntry[]>([]);
  const [cursor, setCursor] = useState(firstCursor);
  const { state, failure, load } = useLoading();
  const removeFromRest = useCallback(
    (id: string) => setRest((known) => known.filter((chat) => getChatId(chat) !== id)),
    [],
  );
  useLiveEvent((event) => {
    if (event.type !== "member_hidden") return;
    setRest((known) => known.filter(({ profile }) => profile.id !== event.member));
  });
  const loadOlder = () =>
    load(async () => {
      if (cursor === null) return;
      const page = await call(getChats, { query: { before: cursor } });
      setRest((known) => withRest(withRest(chats, known), page.chats));
      setCursor(page.older_cursor);
    });
  return {
    shown: withRest(chats, rest),
    more: cursor !== null,
    loading: state === "loading",
    failure,
    loadOlder,
    removeFromRest,
  };
}
