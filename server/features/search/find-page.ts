import { searchPage, searchRanked } from "#contract/constants.ts";
import type { Db } from "#server/db/pool.ts";
import type { ViewerProfile } from "#server/features/profiles/index.ts";
import { countMembers, findRarestInterest } from "./count.ts";
import type { Cursor, Edge, Find } from "./cursor.ts";
import { type Facts, findFacts } from "./facts.ts";
import { type Gathered, type GatherPlan, gatherFacts, gatherPage, totalOf } from "./gather.ts";
import type { FoundRow } from "./order.ts";
import { choosePlan, maxSorted } from "./plan.ts";
import { isBehindPercentage, isBehindRank, rankByPercentage, rankFront } from "./rank.ts";
import type { Filter } from "./rules.ts";
import { walk, walkFacts } from "./walk.ts";

/** The front of "for you" has five pages: few go further, and to rank all would cost what reading all costs. */
export const frontSize = 120;
/** More than come back into the front while a viewer pages. */
const mostInFront = 2_000;
/** The end of a front that has no members behind it. */
const lowest: Edge = { value: "0", id: "00000000-0000-0000-0000-000000000000" };

type FindPageInput = {
  /** Null: the caller is a visitor; nothing is ranked for visitors. */
  viewer: ViewerProfile | null;
  after?: Cursor | null;
  total?: number | undefined;
  limit?: number;
};

/** A row of a page. `boundary`: the last member of the front that it was ranked in, which later pages need. */
export type PageRow = FoundRow & { boundary: Edge | null };
/** The total goes up to one more than the cap. `ranksSome`: for the best match, not all who fit were ranked. */
export type FoundPage = { rows: PageRow[]; total: number; find: Find; ranksSome: boolean };

type KnownInput = { after: Cursor | null; total: number | undefined };
type RankInput = KnownInput & { viewer: ViewerProfile; limit: number };

/** The members who fit and their total. Fictional profiles are shown, but never counted. */
export async function findPage(db: Db, filter: Filter, input: FindPageInput): Promise<FoundPage> {
  const { viewer, after = null, limit = searchPage + 1, total = after?.total } = input;
  if (viewer && filter.sort === "best") return await findBest(db, filter, { viewer, after, total, limit });
  const isInFront = after === null || after.boundary !== null;
  if (viewer && filter.sort === "for_you" && isInFront) {
    return await findForYou(db, filter, { viewer, after, total, limit });
  }
  return await findInOrder(db, filter, { after, total, limit });
}

/** A page in the order of the score, or in another order of the index. */
async function findInOrder(db: Db, filter: Filter, { after, total, limit }: KnownInput & { limit: number }) {
  const part = { after, until: null, limit };
  const page = await find(
    db,
    filter,
    { after, total },
    (plan) => gatherPage(db, filter, part, plan),
    () => walk(db, filter, part),
  );
  return { ...page, rows: page.rows.map((row) => ({ ...row, boundary: null })), ranksSome: false };
}

/** A page of the front, and of the members behind it if the front does not fill the page. */
async function findForYou(db: Db, filter: Filter, { viewer, after, total: knownTotal, limit }: RankInput) {
  const pageBoundary = after?.boundary ?? null;
  const part = { after: null, until: pageBoundary, limit: pageBoundary ? mostInFront : frontSize };
  const front = await find<Facts>(
    db,
    filter,
    { after, total: knownTotal },
    (plan) => gatherFacts(db, filter, part, plan),
    async () => await findFacts(db, filter, await walk(db, filter, part)),
  );
  const { total, find: how } = front;
  const boundary = pageBoundary ?? (front.rows.length < frontSize ? lowest : edgeOf(front.rows.at(-1)));
  const ranked = rankFront(viewer, front.rows, filter.now).filter((row) => after === null || isBehindRank(row, after));
  const rows = ranked.slice(0, limit).map((row) => ({ ...row, boundary }));
  if (rows.length === limit || boundary.id === lowest.id) return { rows, total, find: how, ranksSome: false };
  const behind: Cursor = { ...boundary, total, find: how, lately: null, boundary: null };
  const rest = await findInOrder(db, filter, { after: behind, total, limit: limit - rows.length });
  return { ...rest, rows: [...rows, ...rest.rows], total };
}

/** The members who were active last, ranked by their percentage. If few fit, all are ranked, fictional profiles too. */
async function findBest(db: Db, filter: Filter, { viewer, after, total: knownTotal, limit }: RankInput) {
  const pageBoundary = after?.boundary ?? null;
  const active = { ...filter, sort: "active" as const };
  const part = { after: null, until: pageBoundary, limit: after ? 2 * searchRanked : searchRanked };
  const best = after ? maxSorted : searchRanked;
  const {
    rows: front,
    total,
    find: how,
    whole,
  } = await find<Facts>(
    db,
    filter,
    { after, total: knownTotal },
    (plan) => gatherFacts(db, active, part, plan, best),
    () => walkFacts(db, { ...active, withoutFictional: true }, part),
  );
  const last = after || whole || front.length < searchRanked ? null : edgeOf(front.at(-1));
  const boundary = pageBoundary ?? last;
  const byPercentage = rankByPercentage(viewer, front, filter.now);
  const ranked = byPercentage.filter((row) => after === null || isBehindPercentage(row, after));
  const rows = ranked.slice(0, limit).map((row) => ({ ...row, boundary }));
  return { rows, total, find: how, ranksSome: boundary !== null };
}

const edgeOf = (row: FoundRow | undefined): Edge => (row ? { value: row.value, id: row.member_id } : lowest);

async function find<Row>(
  db: Db,
  filter: Filter,
  { after, total }: KnownInput,
  gather: (plan: GatherPlan) => Promise<Gathered<Row>>,
  walkIndex: () => Promise<Row[]>,
): Promise<{ rows: Row[]; total: number; find: Find; whole: boolean }> {
  const interest = await findRarestInterest(db, filter);
  const planInput = { after, total, interest };
  const first = choosePlan(filter, { ...planInput, counted: null });
  const gathered = first.find === "gather" ? await gather(first) : null;
  const counted = gathered ? totalOf(gathered.counted) : total;
  const plan = gathered?.isMany ? choosePlan(filter, { ...planInput, counted: gathered.counted }) : first;
  const [rows, count] = await Promise.all([
    plan.find === "walk" ? walkIndex() : (gathered?.rows ?? []),
    counted ?? countMembers(db, filter),
  ]);
  return { rows, total: count, find: plan.find, whole: gathered !== null && !gathered.isMany && gathered.whole };
}
