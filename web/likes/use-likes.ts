import { useState } from "react";
import { getLikes, type LikesAnswer, type LikeType } from "#contract/likes.ts";
import { ApiFailure } from "#web/lib/api.ts";
import { call } from "#web/lib/call.ts";
import { likesQuery } from "#web/lib/live-queries.ts";
import { useLoaded } from "#web/lib/use-loaded.ts";
import { withPages } from "./pick-likes.ts";

type Pages = Partial<Record<LikeType, LikesAnswer[]>>;

/**
 * The current likes: those of the page's loader, kept up to date by the stream and the timer, and the further pages
 * that the member loaded. `more` loads a page; it is null at the end of the list.
 */
export function useLikes(loaded: LikesAnswer, type: LikeType) {
  const [pages, setPages] = useState<Pages>({});
  const [state, setState] = useState<"idle" | "loading" | "failed">("idle");
  const { data: firstPage } = useLoaded(likesQuery, loaded);
  const findCursor = (likeType: LikeType) => (pages[likeType]?.at(-1) ?? firstPage).next_cursors[likeType];
  const cursor = findCursor(type);

  async function load(after: string): Promise<void> {
    setState("loading");
    try {
      const page = await call(getLikes, { query: { type, cursor: after } });
      setPages((known) => ({ ...known, [type]: [...(known[type] ?? []), page] }));
      setState("idle");
    } catch (failure) {
      if (!(failure instanceof ApiFailure)) throw failure;
      setState("failed");
    }
  }

  return {
    likes: withPages(firstPage, Object.values(pages).flat()),
    hasMore: (likeType: LikeType) => findCursor(likeType) !== null,
    more: cursor === null ? null : () => void load(cursor),
    state,
  };
}
