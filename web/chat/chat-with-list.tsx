import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Link, useLocation } from "react-router";
import { chatsQuery } from "#web/lib/live-queries.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { useMedia } from "#web/lib/use-media.ts";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { ChatRow } from "./chat-row.tsx";
import { useUnsentElsewhere } from "./use-unsent-elsewhere.ts";

/** R2.05 */
const wideQuery = "(min-width: 992px)";

/** A chat, with the list of chats beside it on wide screens; a phone neither renders nor fetches the list. */
export function ChatWithList({ openId, children }: { openId: string | undefined; children: ReactNode }) {
  const t = useTexts("chat");
  const isWide = useMedia(wideQuery, false);
  return (
    <div className="mx-auto flex min-h-0 w-full max-w-7xl grow">
      <aside className="hidden w-80 shrink-0 flex-col border-line border-e bg-card lg:flex xl:w-96">
        <div className="flex min-h-16 shrink-0 items-center px-5">
          <h2 className="text-xl">
            <Link to="/chats">{t("beside.title")}</Link>
          </h2>
        </div>
        {isWide ? <BesideList openId={openId} /> : <ListSkeleton />}
      </aside>
      {children}
    </div>
  );
}

function BesideList({ openId }: { openId: string | undefined }) {
  const t = useTexts("chat");
  const { data: chats } = useQuery({ ...chatsQuery, staleTime: Number.POSITIVE_INFINITY });
  const unsent = useUnsentElsewhere(chats);
  const { pathname } = useLocation();
  if (chats === undefined) return <ListSkeleton />;
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

function ListSkeleton() {
  return (
    <div className="flex flex-col gap-2 px-4">
      {[1, 2, 3, 4, 5, 6].map((row) => (
        <div key={row} className="flex h-18 items-center gap-3">
          <Skeleton className="size-12 rounded-full" />
          <Skeleton className="h-8 grow" />
        </div>
      ))}
    </div>
  );
}
