import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { getUser } from "#contract/account.ts";
import { getChats } from "#contract/chat.ts";
import { getLikes } from "#contract/likes.ts";
import { call } from "./call.ts";

/** The keys of what is refreshed on the timer (R4.22). */
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

export const chatsQuery = queryOptions({
  queryKey: liveKeys.chats,
  queryFn: async ({ signal }) => (await call(getChats, { signal })).chats,
});

export const likesQuery = queryOptions({
  queryKey: liveKeys.likes,
  queryFn: ({ signal }) => call(getLikes, { signal }),
});

/** Fetches what the badges and the account show, now; a failure is the next timer's business. */
export function refreshLive(client: QueryClient, ...parts: ("user" | "chats" | "likes")[]): void {
  const wanted = parts.length > 0 ? parts : ["user", "chats", "likes"];
  if (wanted.includes("user")) client.fetchQuery(userQuery).catch(() => {});
  if (wanted.includes("chats")) client.fetchQuery(chatsQuery).catch(() => {});
  if (wanted.includes("likes")) client.fetchQuery(likesQuery).catch(() => {});
}
