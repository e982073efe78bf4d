import {
  type QueryClient,
  type QueryKey,
  queryOptions,
  type UseQueryOptions,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { useLayoutEffect } from "react";
import { getUser } from "#contract/account.ts";
import { getChats } from "#contract/chat.ts";
import { type CallName, type MemberEvent, outdated } from "#contract/events.ts";
import { getLikes } from "#contract/likes.ts";
import { call } from "#web/lib/call.ts";
import { useLiveEvent } from "#web/lib/live-state.ts";

/** The query keys of what the timer refreshes. */
export const liveKeys = {
  all: ["live"],
  user: ["live", "user"],
  chats: ["live", "chats"],
  likes: ["live", "likes"],
} as const;

export const userQuery = queryOptions({
  queryKey: liveKeys.user,
  queryFn: async ({ signal }) => (await call(getUser, { signal })).user,
});

/** Unread messages in the chats that follow those of `chatsQuery`, which fills it. */
export const olderUnreadQuery = queryOptions({
  queryKey: ["older-unread"],
  queryFn: () => 0,
  initialData: 0,
  enabled: false,
  gcTime: Number.POSITIVE_INFINITY,
});

export const chatsQuery = queryOptions({
  queryKey: liveKeys.chats,
  queryFn: async ({ client, signal }) => {
    const { chats, older_unread } = await call(getChats, { signal });
    client.setQueryData(olderUnreadQuery.queryKey, older_unread);
    return chats;
  },
});

export const likesQuery = queryOptions({
  queryKey: liveKeys.likes,
  queryFn: ({ signal }) => call(getLikes, { signal }),
});

export const threadsKey = ["thread"] as const;
export const threadKey = (memberId: string) => [...threadsKey, memberId] as const;

export function removeClosedThreads(client: QueryClient): void {
  client.removeQueries({ queryKey: ["thread"], type: "inactive" });
}

/** Fetches the open conversation again: the event of a message may be lost, even if a later one has come. */
export function refreshThreads(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: ["thread"] });
}

export function showPresence(client: QueryClient, memberId: string, online: boolean): void {
  client.setQueryData(chatsQuery.queryKey, (chats) =>
    chats?.map((chat) => (chat.profile.id === memberId ? { ...chat, profile: { ...chat.profile, online } } : chat)),
  );
}

/** Chats that the member is removing: an undo may bring them back, but their unread ones don't count. */
export const removingQuery = queryOptions({
  queryKey: ["removing"],
  queryFn: (): string[] => [],
  initialData: [],
  enabled: false,
  gcTime: Number.POSITIVE_INFINITY,
});

/** Removes a member from the cache after everything between them and the viewer was deleted, as by a block. */
export function removeFromCache(client: QueryClient, memberId: string): void {
  client.removeQueries({ queryKey: threadKey(memberId) });
  client.setQueryData(chatsQuery.queryKey, (chats) => chats?.filter(({ profile }) => profile.id !== memberId));
  client.setQueryData(likesQuery.queryKey, (likes) =>
    likes ? { ...likes, profiles: likes.profiles.filter(({ id }) => id !== memberId) } : likes,
  );
  refreshLive(client, "chats", "likes");
}

/** Cancels a pending request, whose answer may be older than the change. A failure waits for the timer. */
export function refreshLive(client: QueryClient, ...parts: ("user" | "chats" | "likes")[]): void {
  const names = parts.length > 0 ? parts : ["user", "chats", "likes"];
  const fetchAnew = (queryKey: readonly string[], fetch: () => Promise<unknown>) => {
    client
      .cancelQueries({ queryKey })
      .then(fetch)
      .catch(() => {});
  };
  if (names.includes("user")) fetchAnew(liveKeys.user, () => client.fetchQuery(userQuery));
  if (names.includes("chats")) fetchAnew(liveKeys.chats, () => client.fetchQuery(chatsQuery));
  if (names.includes("likes")) fetchAnew(liveKeys.likes, () => client.fetchQuery(likesQuery));
}

/** An answer about the member `memberId` is outdated only by events that name this one, or none. */
export function isOutdated(name: CallName, event: MemberEvent, memberId?: string): boolean {
  const ids = { from: undefined, with: undefined, member: undefined, ...event };
  const about = ids.from ?? ids.with ?? ids.member ?? memberId;
  // a page from before an upgrade gets events that it does not know
  const names = outdated[event.type] ?? [];
  return names.includes(name) && (memberId === undefined || about === memberId);
}

export function useOutdated(name: CallName, reload: () => unknown, memberId?: string): void {
  useLiveEvent((event) => {
    if (isOutdated(name, event, memberId)) void reload();
  });
}

/**
 * Data of a member's screen that changes while the screen is open. The route's loader fills the query with its answer,
 * which is newer than what the cache has from earlier in this visit; the screen reads the query; events and the
 * refresh timer change the query, and nothing else. `merge` keeps what the loader's answer lacks, such as older pages.
 */
export function useLoaded<Data, Key extends QueryKey>(
  query: UseQueryOptions<Data, Error, Data, Key>,
  loaded: Data,
  merge?: (cached: Data, loaded: Data) => Data,
) {
  const client = useQueryClient();
  const { data = loaded, refetch } = useQuery({
    ...query,
    initialData: () => loaded,
    staleTime: Number.POSITIVE_INFINITY,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another answer of the loader replaces what is known
  useLayoutEffect(() => {
    client.setQueryData<Data>(query.queryKey, (cached) =>
      cached === undefined || merge === undefined ? loaded : merge(cached, loaded),
    );
  }, [client, loaded]);
  return { data, refetch };
}
