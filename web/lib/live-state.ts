import { createContext, use, useEffect, useRef } from "react";
import type { MemberEvent } from "#contract/events.ts";
import type { User } from "#contract/user.ts";
import { useRootData } from "./root-data.ts";

/** What the shell shows of a member at any moment. */
export type LiveState = { user: User; unread: number; newLikes: number };

export type LiveSource = LiveState & {
  /** Tells each event of the stream until it is stopped. */
  listen(listener: (event: MemberEvent) => void): () => void;
};

export const LiveContext = createContext<LiveSource | null>(null);

/** The member's state as it is now, or null for a visitor. */
export function useLive(): LiveState | null {
  const live = use(LiveContext);
  const root = useRootData();
  if (live !== null) return live;
  return root?.user ? { user: root.user, ...root.counts } : null;
}

/** Hears of what happens to the member while they look: messages, likes, matches, read receipts, credits. */
export function useLiveEvent(listener: (event: MemberEvent) => void): void {
  const live = use(LiveContext);
  const latest = useRef(listener);
  useEffect(() => {
    latest.current = listener;
  });
  useEffect(() => live?.listen((event) => latest.current(event)), [live?.listen]);
}
