import type { z } from "zod";
import type { AnswerOf } from "#contract/call.ts";
import {
  type getMarks,
  type Mark,
  markNoteLength,
  markOnPage,
  marksLimit,
  type setMark as setCall,
} from "#contract/marks.ts";
import { isTooLong } from "#contract/measure-text.ts";
import { lockAccount, lockPair } from "#server/db/locks.ts";
import { invalidateViewer, loadCards, withCards } from "#server/features/profiles/index.ts";
import { requireVisible } from "#server/features/visibility/index.ts";
import { defineLimit, fail, failFields } from "#server/http/fail.ts";
import type { MemberContext, Mutating } from "#server/http/handle.ts";
import { onMemberPage } from "#server/member-page.ts";
import { countOthers, deleteMark, findMark, findMarks, type NewMark, saveMark } from "./marks-store.ts";

const roomForMark = defineLimit({
  max: marksLimit,
  lock: async (db, { from }: NewMark) => ({ db: await lockAccount(db, from) }),
  count: async (account, mark) => (await countOthers(account, mark)) + 1,
});

export async function setMark(
  ctx: Mutating<MemberContext>,
  { id, kind, note }: z.output<typeof setCall.body>,
): Promise<{ mark: Mark | null }> {
  const { db, site, now } = ctx;
  const me = ctx.viewer.memberId;
  if (id === me) throw fail("own_profile");
  if (isTooLong(note, markNoteLength)) throw failFields({ note: "text_too_long" }, { max: markNoteLength });
  // their own search changes at once
  ctx.afterCommit(() => invalidateViewer(me));
  if (kind === "none") {
    await deleteMark(await lockPair(db, me, id), me, id);
    return { mark: null };
  }
  const mark = { siteId: site.id, from: me, to: id, hidden: kind === "hidden", note, now };
  const pair = await lockPair((await roomForMark(db, mark)).db, me, id);
  await requireVisible(pair, site.id, me, id);
  await saveMark(pair, mark);
  return { mark: { kind, note } };
}

/** Those that the caller may see. */
export async function listMarks(ctx: MemberContext): Promise<AnswerOf<typeof getMarks>> {
  const rows = await findMarks(ctx.db, ctx.viewer.memberId);
  const cards = await loadCards(
    ctx,
    rows.map((row) => row.about_id),
  );
  return { marked: withCards(rows, cards, "about_id").map(({ card, kind, note }) => ({ member: card, kind, note })) };
}

export const markPart = onMemberPage(markOnPage, async ({ db, viewer }, id) => ({
  mark: (await findMark(db, viewer.memberId, id)) ?? null,
}));
