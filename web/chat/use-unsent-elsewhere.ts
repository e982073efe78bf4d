import { useQueries } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import type { ChatEntry } from "#contract/chat.ts";
import { getCard } from "#contract/members.ts";
import { call } from "#web/lib/call.ts";
import { useHiddenMembers, useMember } from "#web/lib/live-state.ts";
import { findUnsentPartners, onLocalChange, readUnsent } from "./local-messages.ts";

type Unlisted = { to: string; chat: Omit<ChatEntry, "conversation"> };

/** Only this browser knows of a first message. `listed` is undefined until the list is loaded. */
export function useUnsentElsewhere(listed: readonly ChatEntry[] | undefined): Unlisted[] {
  const viewer = useMember()?.id ?? "";
  const hidden = useHiddenMembers();
  const partnerIds = useSyncExternalStore(
    onLocalChange,
    () => findUnsentPartners(viewer).join(" "),
    () => "",
  );
  const partners = listed === undefined || partnerIds === "" ? [] : partnerIds.split(" ");
  const missing = partners.filter((id) => !hidden.includes(id) && !listed?.some(({ profile }) => profile.id === id));
  const cards = useQueries({
    queries: missing.map((id) => ({
      queryKey: ["card", id],
      queryFn: async ({ signal }: { signal: AbortSignal }) => (await call(getCard, { query: { id }, signal })).member,
      // so that a member who blocks the viewer is asked for anew
      gcTime: 0,
    })),
  });
  return cards.flatMap(({ data: profile }) => {
    const last = profile && readUnsent(viewer, profile.id).at(-1);
    if (!last) return [];
    const { key: id, text, at: created_at } = last;
    const last_message = { id, mine: true, author_kind: "member" as const, text, created_at };
    const chat = { profile, num_unread_messages: 0, last_message, closed: false, promise_waits: false };
    return [{ to: `/members/${profile.id}/chat`, chat }];
  });
}
