import { type RawBuilder, sql } from "kysely";
import type { Db } from "#server/db/pool.ts";
import { type MatchSide, percentageColumns, selectPercentages } from "#server/features/profiles/index.ts";
import type { Cursor, Edge } from "./cursor.ts";
import { fits, inMicroseconds, timestampFromMicroseconds } from "./fits.ts";
import {
  countMembers,
  type FoundRow,
  findRarestInterest,
  gatherSql,
  maxGathered,
  maxSorted,
  readTotal,
  type Totals,
} from "./gather.ts";
import type { Filter, Total } from "./rules.ts";
import type { FoundPage } from "./store.ts";

/** A page in any order; `boundary`: if only the most recently active members were ranked, the last active of them. */
export type RankedPage = FoundPage & Pick<Cursor, "boundary">;

/** For which viewer to rank, how many members at most, and from which cursor on. */
type Ranking = { viewer: MatchSide; now: Date; most: number; after: Cursor | null; limit: number };
type RankedRow = { member_id: string | null; percentage: number };

/** A page of the ranking of the members in `front`, the best first: `member_id`, `percentage`. */
function selectRankedPage(front: RawBuilder<unknown>, { viewer, now, after, limit }: Ranking) {
  const value = sql`${after?.value ?? null}::int`;
  const next = after
    ? sql`where percentage < ${value} or (percentage = ${value} and member_id > ${after.id}::uuid)`
    : sql``;
  return sql`select member_id, percentage from (${selectPercentages(viewer, front, now)} offset 0) as ranked ${next}
    order by percentage desc, member_id limit ${limit}`;
}

const toFoundRows = (rows: readonly RankedRow[]): FoundRow[] =>
  rows.flatMap(({ member_id, percentage }) => (member_id === null ? [] : [{ member_id, value: String(percentage) }]));

/**
 * A page of the `most` last active members who fit, ranked by their percentage (D4.3). If no more members fit,
 * fictional profiles are ranked too. Later pages rank the members before the first page's `boundary` and that one.
 */
export async function findRanked(
  db: Db,
  filter: Filter,
  ranking: Ranking,
  known: Total | undefined,
): Promise<RankedPage> {
  const isTooManyToGather = known?.gathered === false || Boolean(ranking.after?.boundary);
  const found = known && isTooManyToGather ? { ranked: null, total: known } : await rankGathered(db, filter, ranking);
  const [ranked, total] = await Promise.all([
    found.ranked ?? rankRecent(db, filter, ranking),
    found.total ?? countMembers(db, filter),
  ]);
  return { ...ranked, total };
}

/** The maximum number of an interest's holders to look up; for more, walking the index of the order costs less. */
const maxHolders = 5_000;

type BoundaryRow = { boundary_value: string | null; boundary_id: string | null };
const toBoundary = (row: BoundaryRow | undefined): Edge | null =>
  row?.boundary_value && row.boundary_id ? { value: row.boundary_value, id: row.boundary_id } : null;

/** The columns of `BoundaryRow`, from the table `boundary`. */
const boundaryColumns = sql`(select ${inMicroseconds(sql.ref("last_active_at"))} from boundary) as boundary_value,
  (select member_id from boundary) as boundary_id`;

/**
 * Gathers all rows that fit. If at most `most` members fit, ranks all rows, including fictional profiles; otherwise
 * only the last active members. `ranked` is null if too many rows fit to gather.
 */
async function rankGathered(db: Db, filter: Filter, ranking: Ranking) {
  const { after, most } = ranking;
  const interest = await findRarestInterest(db, filter);
  // the first page ranked all members: rank those who have joined since as well
  const atMost = after ? maxSorted : most;
  const mostOfFirstPage = interest === null ? maxGathered - 1 : maxHolders;
  const mostToGather = after ? maxSorted : mostOfFirstPage;
  const { rows } = await sql<RankedRow & Totals & BoundaryRow>`
    ${gatherSql(filter, sql`${percentageColumns}, last_active_at`, mostToGather, interest)},
    ranks as (select members <= ${atMost} and everyone <= ${maxSorted} as everyone from counted),
    front as materialized (
      select * from few where not fictional or (select everyone from ranks)
      order by last_active_at desc, member_id desc
      limit (select case when everyone then ${maxSorted}::int else ${most}::int end from ranks)
    ), boundary as (
      select last_active_at, member_id from front order by last_active_at, member_id
      limit (select case when count(*) >= ${most} and not (select everyone from ranks) then 1 else 0 end from front)
    ), page as (${selectRankedPage(sql`front`, ranking)})
    select members, everyone, ${boundaryColumns}, member_id, percentage
    from counted left join page on true
    order by percentage desc, member_id`.execute(db);
  const { total } = readTotal(rows[0], maxSorted);
  const hasGathered = (rows[0]?.everyone ?? 0) <= mostToGather;
  return { ranked: hasGathered ? { rows: toFoundRows(rows), boundary: toBoundary(rows[0]) } : null, total };
}

/** Ranks the last active members, found by walking the index, if too many fit to gather. */
async function rankRecent(db: Db, filter: Filter, ranking: Ranking) {
  const { after, most } = ranking;
  const { boundary = null } = after ?? {};
  const until = boundary
    ? sql`and (last_active_at, member_id) >= (${timestampFromMicroseconds(boundary.value)}, ${boundary.id}::uuid)`
    : sql``;
  const { rows } = await sql<RankedRow & BoundaryRow>`
    with front as materialized (
      select ${percentageColumns}, last_active_at from profiles
      where ${fits({ ...filter, sort: "active", withoutFictional: true })} ${until}
      order by last_active_at desc, member_id desc limit ${after ? 2 * most : most}
    ), boundary as (
      select last_active_at, member_id from front order by last_active_at, member_id
      limit (select case when count(*) >= ${most} then 1 else 0 end from front)
    ), page as (${selectRankedPage(sql`front`, ranking)})
    select ${boundaryColumns}, member_id, percentage
    from page order by percentage desc, member_id`.execute(db);
  return { rows: toFoundRows(rows), boundary: after ? boundary : toBoundary(rows[0]) };
}
