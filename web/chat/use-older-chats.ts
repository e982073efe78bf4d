import { useState } from "react";
import { type ChatEntry, getChats } from "#contract/chat.ts";
import { call } from "#web/lib/call.ts";
import { useHiddenMembers } from "#web/lib/live-state.ts";
import { usePages } from "#web/lib/use-pages.ts";

const getChatId = ({ conversation }: ChatEntry) => conversation.id;

/** The live list, then the loaded rest without the chats that the live list has. */
export function withRest(chats: readonly ChatEntry[], rest: readonly ChatEntry[]): readonly ChatEntry[] {
  const live = new Set(chats.map(getChatId));
  return [...chats, ...rest.filter((chat) => !live.has(getChatId(chat)))];
}

/** A page of older chats, and what the live list had when it was loaded: a new chat pushes an entry out of that. */
type Older = { live: readonly ChatEntry[]; chats: readonly ChatEntry[]; cursor: string | null };

export function useOlderChats(chats: readonly ChatEntry[], firstCursor: string | null) {
  const hidden = useHiddenMembers();
  const [removed, setRemoved] = useState<readonly string[]>([]);
  const { pages, cursor, state, failure, load } = usePages<Older>(
    (loadedPages) => (loadedPages.at(-1) ?? { cursor: firstCursor }).cursor,
    async (before) => {
      const page = await call(getChats, { query: { before } });
      return { live: chats, chats: page.chats, cursor: page.older_cursor };
    },
  );
  const rest = pages
    .reduce<readonly ChatEntry[]>((chats, page) => withRest(withRest(page.live, chats), page.chats), [])
    .filter((chat) => !removed.includes(getChatId(chat)) && !hidden.includes(chat.profile.id));
  return {
    shown: withRest(chats, rest),
    more: cursor !== null,
    loading: state === "loading",
    failure,
    loadOlder: () => void load(),
    removeFromRest: (id: string) => setRemoved((ids) => [...ids, id]),
  };
}
