import { likesPage } from "#contract/constants.ts";
import type { LikesAnswer, LikeType } from "#contract/likes.ts";
import { loadCards } from "#server/features/profiles/index.ts";
import { sumShown } from "#server/features/visibility/index.ts";
import { encodeCursor, pageOf, readCursor, type TimeCursor, timeCursor } from "#server/http/cursor.ts";
import { failFields } from "#server/http/fail.ts";
import type { MemberContext } from "#server/http/handle.ts";
import { findLikes, type LikeRow, selectNewLikers } from "./likes-store.ts";

type Page = { rows: LikeRow[]; next: string | null };
const noPage: Page = { rows: [], next: null };

async function readPage(ctx: MemberContext, type: LikeType, after: TimeCursor | null): Promise<Page> {
  const rows = await findLikes(ctx.db, ctx.viewer.memberId, type, after, likesPage + 1);
  const { page, last } = pageOf(rows, likesPage);
  return { rows: page, next: last ? encodeCursor([last.cursor_at, last.id]) : null };
}

/** Lists the first page of each list, or the next of one. Members who may not be shown are left out. */
export async function listLikes(
  ctx: MemberContext,
  query: { type?: LikeType | undefined; cursor?: string | undefined },
): Promise<LikesAnswer> {
  const after = readCursor(timeCursor, query.cursor);
  if (after !== null && query.type === undefined) throw failFields({ type: "required" });
  const readIfWanted = async (type: LikeType) => {
    return after === null || query.type === type ? await readPage(ctx, type, after) : noPage;
  };
  const { memberId } = ctx.viewer;
  const [received, sent, matches, newLikers] = await Promise.all([
    readIfWanted("received"),
    readIfWanted("sent"),
    readIfWanted("matches"),
    selectNewLikers(ctx.db, memberId).execute(),
  ]);
  const rows = [...received.rows, ...sent.rows, ...matches.rows];
  const profiles = await loadCards(ctx, [...new Set(rows.map(({ id }) => id))]);
  const shownIds = new Set(profiles.map(({ id }) => id));
  const toEntries = (page: Page) => {
    const shownRows = page.rows.filter(({ id }) => shownIds.has(id));
    return shownRows.map(({ id, seen, automatic, closed, created_at }) => {
      return { id, like_new: !seen, automatic, closed, created_at: created_at.toISOString() };
    });
  };
  return {
    profiles,
    liked_by: toEntries(received),
    liked: toEntries(sent),
    matches: toEntries(matches),
    new_likes: sumShown(newLikers, ctx.site.id, memberId),
    next_cursors: { received: received.next, sent: sent.next, matches: matches.next },
  };
}
