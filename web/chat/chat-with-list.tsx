import { type ReactNode, Suspense } from "react";
import { Link } from "react-router";
import { lazyPart } from "#web/lib/lazy-part.tsx";
import { useTexts } from "#web/lib/texts.tsx";
import { useMedia } from "#web/lib/use-media.ts";
import { Skeleton } from "#web/ui/skeleton.tsx";

const BesideList = lazyPart(() => import("./beside-list.tsx"));

/** R2.05: the list stands beside the chat from this width on. */
const wideQuery = "(min-width: 992px)";

const skeleton = (
  <div className="flex flex-col gap-2 px-4">
    {[1, 2, 3, 4, 5, 6].map((row) => (
      <div key={row} className="flex h-18 items-center gap-3">
        <Skeleton className="size-12 rounded-full" />
        <Skeleton className="h-8 grow" />
      </div>
    ))}
  </div>
);

/** A chat, with the list of chats beside it on wide screens; a phone neither renders nor fetches the list. */
export function ChatWithList({ openId, children }: { openId: string | undefined; children: ReactNode }) {
  const t = useTexts("chat");
  const isWide = useMedia(wideQuery, false);
  return (
    <div className="mx-auto flex min-h-0 w-full max-w-7xl grow">
      <aside className="hidden w-80 shrink-0 flex-col border-line border-e bg-card lg:flex xl:w-96">
        <div className="flex min-h-16 shrink-0 items-center px-5">
          <h2 className="text-xl">
            <Link to="/chats">{t("title")}</Link>
          </h2>
        </div>
        <Suspense fallback={skeleton}>{isWide ? <BesideList openId={openId} loading={skeleton} /> : skeleton}</Suspense>
      </aside>
      {children}
    </div>
  );
}
