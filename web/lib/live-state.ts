import { createContext, use, useState } from "react";
import type { MemberEvent } from "#contract/events.ts";
import type { User } from "#contract/user.ts";
import { useRootData } from "./root-data.ts";
import { useListen } from "./use-listen.ts";

export type LiveState = { user: User; unread: number; newLikes: number };

export type LiveSource = LiveState & { listen(listener: (event: MemberEvent) => void): () => void };

export const LiveContext = createContext<LiveSource | null>(null);

export function useLive(): LiveState | null {
  const live = use(LiveContext);
  const root = useRootData();
  if (live !== null) return live;
  return root?.user ? { user: root.user, ...root.counts } : null;
}

/** The logged-in member as of now, as any screen reads it; null for a visitor. */
export function useMember(): User | null {
  return useLive()?.user ?? null;
}

/** Runs `listener` for what happens to the member while the page is open: messages, likes, credits and so on. */
export function useLiveEvent(listener: (event: MemberEvent) => void): void {
  const live = use(LiveContext);
  useListen(live?.listen, listener);
}

/** Hidden since the page was opened, as by a block: what the page loaded may list them. */
export function useHiddenMembers(): readonly string[] {
  const [hidden, setHidden] = useState<readonly string[]>([]);
  useLiveEvent((event) => {
    if (event.type === "member_hidden") setHidden((ids) => [...ids, event.member]);
  });
  return hidden;
}
