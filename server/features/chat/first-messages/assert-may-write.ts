import type { AnswerOdds, UnmetWish } from "#contract/first-messages.ts";
import type { Locked } from "#server/db/locks.ts";
import type { Db } from "#server/db/pool.ts";
import { unmetWishes } from "#server/features/profiles/index.ts";
import { type Failure, fail } from "#server/http/fail.ts";
import type { MemberPageContext } from "#server/member-page.ts";
import { mutedError } from "../rules.ts";
import { type FirstWriting, findFirstWriting, findOdds, lockFirstWriting } from "./answer-odds-store.ts";

type Pair = { from: string; to: string; now: Date };

/** The members that the recipient likes may write, whatever the recipient asks for. */
const unmetIn = (writing: FirstWriting | undefined, now: Date): UnmetWish[] =>
  !writing || writing.invited ? [] : unmetWishes(writing.recipient, writing.writer, now);

const toFailure = (unmet: readonly UnmetWish[]) => (unmet.length > 0 ? fail("outside_wishes") : undefined);

/** What a recipient asks of a first message's author, and this one does not fulfil, for pages. */
async function findUnmetWishes(db: Db, siteId: number, { now, ...pair }: Pair): Promise<UnmetWish[]> {
  return unmetIn(await findFirstWriting(db, { siteId, ...pair }), now);
}

/** `outside_wishes` if a member may not write to another first; undefined if they may. It is no final word. */
export async function wishesError(db: Db, siteId: number, pair: Pair): Promise<Failure | undefined> {
  return toFailure(await findUnmetWishes(db, siteId, pair));
}

type Parties = { muted_until: Date | null; conversation_id: string | null; restricts: boolean };

/** Throws `muted`, and for a first message `outside_wishes`, which is no final word. */
export async function assertMayWrite(db: Db, siteId: number, parties: Parties, pair: Pair): Promise<void> {
  const isRestricted = parties.conversation_id === null && parties.restricts;
  const failure = mutedError(parties, pair.now) ?? (isRestricted ? await wishesError(db, siteId, pair) : undefined);
  if (failure) throw failure;
}

/** Throws if the recipient's wishes exclude the writer (R10.05); runs in the transaction that begins the chat. */
export async function assertMayWriteFirst(db: Locked<"wallets">, siteId: number, { now, ...pair }: Pair) {
  const failure = toFailure(unmetIn(await lockFirstWriting(db, { siteId, ...pair }), now));
  if (failure) throw failure;
}

type BeforeWriting = { answer_odds: AnswerOdds | null; unmet_wishes: UnmetWish[] };

/** How likely an answer is, and whether the viewer may write. They have to see the member. */
export async function loadBeforeWriting(
  { db, site, viewer, now }: MemberPageContext,
  memberId: string,
  { haveChat }: { haveChat: boolean },
): Promise<BeforeWriting> {
  if (haveChat || memberId === viewer.memberId) return { answer_odds: null, unmet_wishes: [] };
  const [answer_odds, unmet_wishes] = await Promise.all([
    findOdds(db, memberId),
    findUnmetWishes(db, site.id, { from: viewer.memberId, to: memberId, now }),
  ]);
  return { answer_odds, unmet_wishes };
}
