import { z } from "zod";
import { badgeCap, likesPage } from "#contract/constants.ts";
import { type LikesAnswer, type LikeType, likeTypes } from "#contract/likes.ts";
import { loadCards } from "#server/features/profiles/index.ts";
import { mayBeShown } from "#server/features/visibility/index.ts";
import { decodeCursor, encodeCursor } from "#server/http/cursor.ts";
import { failFields } from "#server/http/fail.ts";
import type { MemberContext } from "#server/http/handle.ts";
import { findLikes, findNewLikers, type LikeRow, type Place } from "./store.ts";

const place = z
  .tuple([z.string().refine((at) => !Number.isNaN(Date.parse(at))), z.uuid()])
  .transform(([at, id]): Place => ({ at, id }));

type Page = { rows: LikeRow[]; next: string | null };
const noPage: Page = { rows: [], next: null };

async function readPage(ctx: MemberContext, type: LikeType, after: Place | null): Promise<Page> {
  const rows = await findLikes(ctx.db, ctx.viewer.memberId, type, after, likesPage + 1);
  const page = rows.slice(0, likesPage);
  const last = rows.length > likesPage ? page.at(-1) : undefined;
  return { rows: page, next: last ? encodeCursor([last.cursor_at, last.id]) : null };
}

/**
 * The likes of the viewer (R2.21, R3.05): the first page of each list, or with a cursor the next page of one list.
 * Members who may not be shown are left out, so a page can be short. Throws `invalid_input` for an invalid cursor.
 */
export async function listLikes(
  ctx: MemberContext,
  query: { type?: LikeType | undefined; cursor?: string | undefined },
): Promise<LikesAnswer> {
  const after = query.cursor === undefined ? null : decodeCursor(place, query.cursor);
  if (query.cursor !== undefined && after === null) throw failFields({ cursor: "invalid" });
  if (after !== null && query.type === undefined) throw failFields({ type: "required" });
  const pageOf = (type: LikeType) => (after === null || query.type === type ? readPage(ctx, type, after) : noPage);
  const [[received = noPage, sent = noPage, matches = noPage], newLikers] = await Promise.all([
    Promise.all(likeTypes.map(pageOf)),
    findNewLikers(ctx.db, ctx.viewer.memberId, badgeCap + 1),
  ]);
  const profiles = await loadCards(ctx, [
    ...new Set([received, sent, matches].flatMap(({ rows }) => rows.map(({ id }) => id))),
  ]);
  const shown = new Set(profiles.map(({ id }) => id));
  const entries = ({ rows }: Page) =>
    rows
      .filter(({ id }) => shown.has(id))
      .map(({ id, seen, automatic, created_at }) => {
        return { id, like_new: !seen, automatic, created_at: created_at.toISOString() };
      });
  return {
    profiles,
    liked_by: entries(received),
    liked: entries(sent),
    matches: entries(matches),
    new_likes: newLikers.filter((row) => mayBeShown(row, ctx.site.id, ctx.viewer.memberId)).length,
    next_cursors: { received: received.next, sent: sent.next, matches: matches.next },
  };
}
