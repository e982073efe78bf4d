import { likesPage } from "#contract/constants.ts";
import type { LikeEntry, LikesAnswer, LikeType } from "#contract/likes.ts";
import { findPairs, noPair, writingOf } from "#server/features/chat/index.ts";
import { loadCards, type WithCard, withCards } from "#server/features/profiles/index.ts";
import { sumShown } from "#server/features/visibility/index.ts";
import { encodeCursor, pageOf, readCursor, type TimeCursor, timeCursor } from "#server/http/cursor.ts";
import { failFields } from "#server/http/fail.ts";
import type { MemberContext } from "#server/http/handle.ts";
import { findLikes, type LikeRow, selectNewLikers } from "./likes-store.ts";

type Query = { type?: LikeType | undefined; cursor?: string | undefined };
type Page = { rows: LikeRow[]; next: string | null };
const noPage: Page = { rows: [], next: null };

async function findPage(ctx: MemberContext, type: LikeType, after: TimeCursor | null): Promise<Page> {
  const rows = await findLikes(ctx.db, ctx.viewer.memberId, type, after, likesPage + 1);
  const { page, last } = pageOf(rows, likesPage);
  return { rows: page, next: last ? encodeCursor([last.cursor_at, last.id]) : null };
}

/** The first page of each list, or the next of one. */
async function findPages(ctx: MemberContext, query: Query) {
  const after = readCursor(timeCursor, query.cursor);
  if (after !== null && query.type === undefined) throw failFields({ type: "required" });
  const findIfWanted = async (type: LikeType) => {
    return after === null || query.type === type ? await findPage(ctx, type, after) : noPage;
  };
  const [received, sent, matches, newLikers] = await Promise.all([
    findIfWanted("received"),
    findIfWanted("sent"),
    findIfWanted("matches"),
    selectNewLikers(ctx.db, ctx.viewer.memberId).execute(),
  ]);
  return { received, sent, matches, newLikers };
}

export function toEntry({ id, seen, automatic, created_at }: WithCard<LikeRow>): Omit<LikeEntry, "writing"> {
  return { id, like_new: !seen, automatic, created_at: created_at.toISOString() };
}

/** Lists likes and matches. Members who may not be shown are left out. */
export async function listLikes(ctx: MemberContext, query: Query): Promise<LikesAnswer> {
  const { received, sent, matches, newLikers } = await findPages(ctx, query);
  const ids = [...received.rows, ...sent.rows, ...matches.rows].map(({ id }) => id);
  const [profiles, pairs] = await Promise.all([loadCards(ctx, ids), findPairs(ctx, ctx.viewer.memberId, ids)]);
  // a member who likes the viewer lets them write, so no wish speaks against a match
  const toEntries = ({ rows }: Page) =>
    withCards(rows, profiles, "id").map((row) => ({
      ...toEntry(row),
      writing: writingOf(pairs.get(row.id) ?? noPair),
    }));
  return {
    profiles,
    liked_by: toEntries(received),
    liked: toEntries(sent),
    matches: toEntries(matches),
    new_likes: sumShown(newLikers, ctx.site.id, ctx.viewer.memberId),
    next_cursors: { received: received.next, sent: sent.next, matches: matches.next },
  };
}
