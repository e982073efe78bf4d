import { type RawBuilder, sql } from "kysely";
import { ageAt, yearsBefore } from "#server/ages.ts";
import { type Db, prepared } from "#server/db/pool.ts";
import {
  percentageColumns,
  selectPercentages,
  type ViewerProfile,
  wantedAges,
} from "#server/features/profiles/index.ts";
import type { Cursor, Edge } from "./cursor.ts";
import { orderOf } from "./fits.ts";
import {
  countMembers,
  type FoundRow,
  findRarestInterest,
  gatherSql,
  maxLookedUp,
  maxSorted,
  readTotal,
  type Totals,
} from "./gather.ts";
import type { Filter, Total } from "./rules.ts";
import { scoreUnit } from "./score.ts";
import { type FoundPage, findPage } from "./store.ts";
import { walkSteps } from "./walk-steps.ts";

/**
 * How many members the front of the order "for you" has on its first page. Five pages: few go further, and to rank all
 * would cost what reading all costs.
 */
export const frontSize = 120;

/** The end of a front that has no members behind it. */
const lowest: Edge = { value: "0", id: "00000000-0000-0000-0000-000000000000" };

/** A page of the front, and its last member in the order of the score. */
type Front = { rows: FoundRow[]; boundary: Edge };
/** The viewer to rank for, the cursor to begin after, and how many. */
type Ranking = { viewer: ViewerProfile; now: Date; after: Cursor | null; limit: number };

/**
 * A page in the order "for you" for a member (decision 0107). The first `frontSize` members by score are the front.
 * They are ranked for their viewer: members without a chat with the viewer, then by score, then those of the
 * ages that the viewer wants, then by percentage, then by last activity. Behind the front the score alone decides.
 */
export async function findForYou(
  db: Db,
  filter: Filter,
  ranking: Ranking,
  known: Total | undefined,
): Promise<FoundPage> {
  const { after, limit } = ranking;
  if (after && !after.boundary) return await findPage(db, filter, { after, known, limit });
  const gathered = known?.gathered === false ? null : await gatherFront(db, filter, ranking);
  const [front, total] = await Promise.all([
    gathered?.front ?? walkFront(db, filter, ranking),
    gathered?.total ?? known ?? countMembers(db, filter),
  ]);
  const { boundary } = front;
  const rows = front.rows.map((row) => ({ ...row, boundary }));
  if (rows.length === limit || boundary.id === lowest.id) return { rows, total };
  const behind = { ...boundary, total, lately: null, boundary: null };
  const rest = await findPage(db, filter, { after: behind, known: total, limit: limit - rows.length });
  return { rows: [...rows, ...rest.rows], total };
}

/**
 * A page of the ranking of the members in `front`, which has `value` and `percentageColumns`: `member_id`, `rank`.
 * `rank` is one number: the higher, the earlier.
 */
function selectRankedPage(front: RawBuilder<unknown>, { viewer, now, after, limit }: Ranking) {
  const { min, max } = wantedAges(viewer, ageAt(viewer.date_of_birth, now));
  const [bornBy, bornAfter] = [yearsBefore(now, min), yearsBefore(now, max + 1)];
  const unit = sql.lit(String(scoreUnit));
  const next = after ? sql`where (rank, member_id) < (${after.value}::numeric, ${after.id}::uuid)` : sql``;
  return sql`select member_id, rank::text as rank from (
      select member_id, (((case when member_id in (
            select other_id from conversation_members where member_id = ${viewer.member_id}) then 0 else 64 end
          + value / ${unit}::bigint) * 2
          + case when date_of_birth > ${bornAfter} and date_of_birth <= ${bornBy} then 1 else 0 end) * 102
          + percentage + 1)::numeric * ${unit}::numeric + value % ${unit}::bigint as rank
      from ${front} join (${selectPercentages(viewer, front, now)}) as rated using (member_id)
    ) as ranked ${next}
    order by ranked.rank desc, member_id desc limit ${limit}`;
}

type RankedRow = { member_id: string | null; rank: string };
const toFoundRows = (rows: readonly RankedRow[]): FoundRow[] =>
  rows.flatMap(({ member_id, rank }) => (member_id === null ? [] : [{ member_id, value: rank }]));

type BoundaryRow = { boundary_value: string | null; boundary_id: string | null };
const toBoundary = (row: BoundaryRow | undefined): Edge =>
  row?.boundary_value && row.boundary_id ? { value: row.boundary_value, id: row.boundary_id } : lowest;

/** Gathers all rows that fit, counts them, and ranks the front of them; `front` is null if too many fit to sort. */
async function gatherFront(db: Db, filter: Filter, ranking: Ranking) {
  const { boundary = null } = ranking.after ?? {};
  const interest = await findRarestInterest(db, filter);
  const most = interest === null ? maxSorted : maxLookedUp;
  const value = orderOf(filter).by;
  const front = boundary
    ? sql`select * from few where (value, member_id) >= (${boundary.value}::bigint, ${boundary.id}::uuid)`
    : sql`select * from few order by value desc, member_id desc limit ${frontSize}`;
  const { rows } = await sql<RankedRow & Totals & BoundaryRow>`
    ${gatherSql(filter, sql`${percentageColumns}, ${value} as value`, most, interest)},
    front as materialized (${front}),
    boundary as (select value, member_id from front order by value, member_id
      limit (select case when count(*) >= ${frontSize} then 1 else 0 end from front)),
    page as (${selectRankedPage(sql`front`, ranking)})
    select members, everyone, member_id, rank, (select value::text from boundary) as boundary_value,
      (select member_id from boundary) as boundary_id
    from counted left join page on true
    order by rank::numeric desc, member_id desc`.execute(db);
  const { total, gathered } = readTotal(rows[0], most);
  const found = { rows: toFoundRows(rows), boundary: boundary ?? toBoundary(rows[0]) };
  return { front: gathered ? found : null, total };
}

/** Ranks the front, found by walking the steps of the score, if too many fit to gather. */
async function walkFront(db: Db, filter: Filter, ranking: Ranking): Promise<Front> {
  const given = ranking.after?.boundary ?? null;
  const walked = given
    ? await walkSteps(db, filter, { until: given })
    : await walkSteps(db, filter, { limit: frontSize });
  const last = walked.length >= frontSize ? walked.at(-1) : undefined;
  const boundary = given ?? (last ? { value: last.value, id: last.member_id } : lowest);
  const { rows } = await sql<RankedRow>`${prepared}
    with front as materialized (
      select found.value, ${percentageColumns}
      from unnest(${walked.map(({ member_id }) => member_id)}::uuid[], ${walked.map(({ value }) => value)}::bigint[])
        as found (found_id, value) join profiles on member_id = found_id
    ) ${selectRankedPage(sql`front`, ranking)}`.execute(db);
  return { rows: toFoundRows(rows), boundary };
}
