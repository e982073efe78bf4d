import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useLocation } from "react-router";
import { useTexts } from "#web/lib/texts.tsx";
import { chatsQuery } from "#web/member-parts/live-queries.ts";
import { ChatRow } from "./chat-row.tsx";
import { useUnsentElsewhere } from "./use-unsent-elsewhere.ts";

/** The list of chats beside a chat, whose script a phone does not load. */
export default function BesideList({ openId, loading }: { openId: string | undefined; loading: ReactNode }) {
  const t = useTexts("chat");
  const { data: chats } = useQuery({ ...chatsQuery, staleTime: Number.POSITIVE_INFINITY });
  const unsent = useUnsentElsewhere(chats);
  const { pathname } = useLocation();
  if (chats === undefined) return loading;
  if (chats.length + unsent.length === 0) return <p className="px-5 text-muted">{t("empty.title")}</p>;
  return (
    <ul aria-label={t("row.list")} className="min-h-0 grow overflow-y-auto px-2 pb-4">
      {unsent.map(({ to, chat }) => (
        <li key={to}>
          <ChatRow chat={chat} to={to} open={to === pathname} />
        </li>
      ))}
      {chats.map((chat) => (
        <li key={chat.conversation.id}>
          <ChatRow chat={chat} to={`/chats/${chat.conversation.id}`} open={chat.conversation.id === openId} />
        </li>
      ))}
    </ul>
  );
}
