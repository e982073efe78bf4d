import { sql } from "kysely";
import { searchTotalCap } from "#contract/constants.ts";
import type { Db } from "#server/db/pool.ts";
import { defineStatement, given } from "#server/db/statement.ts";
import { packedNames } from "#server/features/profiles/index.ts";
import { fits, hasOnePlan, narrowsByBits, type Shape, type Source, shapeOf } from "./conditions.ts";
import { type Facts, factLines, readFactLines } from "./facts.ts";
import {
  type FoundRow,
  isInPart,
  limitOfPart,
  orderOf,
  type Part,
  type PartInput,
  type PartShape,
  shapeOfPart,
} from "./order.ts";
import { type GatheredCounts, maxGathered, maxSorted, type Plan } from "./plan.ts";
import type { Filter } from "./rules.ts";

type Input = PartInput & { interest: string | null };

/** `facts`: those that rank are read too. `best`: all who fit if at most so many do, else the last active. */
type GatherShape = Shape & PartShape & { source: Source; most: number; facts: boolean; best: number | null };

/** A member, or the facts of all as one text. */
type Row = GatheredCounts & { whole: boolean; value: string; member_id: string | null; lines: string | null };

/** Counts up to `maxGathered`. At least one row, with the numbers; no member is read if more than `most` fit. */
const gatherStatement = defineStatement<Input, GatherShape, Row>((shape) => {
  const { source, most, facts, best } = shape;
  const order = orderOf(shape);
  const { by, direction, write } = order;
  const value = sql.ref("value");
  const interest = given<Input>((input) => input.interest);
  // Materialising thousands of rows costs as much as counting them. So the few that are needed are read again, unless
  // the filter makes that slow by reading many rows that don't fit.
  const byBits = source === "profiles" ? narrowsByBits(shape) : shape.interests === "more";
  const isSlow = shape.circle !== "none" || shape.online || shape.new || byBits;
  // The facts come from the index too. Only where thousands of rows would be materialised with them, those of the page
  // are looked up; the best match would look up a thousand.
  const carriesFacts = facts && (source === "interest_holders" || !isSlow || best !== null);
  const columns = sql`member_id, fictional, ${by} as value${carriesFacts ? sql`, ${packedNames}` : sql``}`;
  const all =
    source === "profiles"
      ? sql`select ${columns} from profiles where ${fits(shape)}`
      : sql`select member_id, fictional from interest_holders where interest = ${interest} and ${fits(shape, source)}`;
  const unlessMany = sql`from found where (select everyone from counted) <= ${sql.lit(most)} limit ${sql.lit(most)}`;
  const few =
    source === "profiles"
      ? sql`select * ${unlessMany}`
      : sql`select ${columns} from (select member_id ${unlessMany}) as found join profiles using (member_id)`;
  const rows =
    facts && !carriesFacts
      ? sql`(select value, profiles.* from page join profiles using (member_id)) as page`
      : sql`page`;
  const inOrder = sql`page.value ${direction}, page.member_id ${direction}`;
  const writtenValue = write(sql.ref("page.value"));
  const pageSelection = facts
    ? sql`(select ${factLines(writtenValue, inOrder)} from ${rows}) as lines from counted`
    : sql`${writtenValue} as value, page.member_id from counted left join page on true order by ${inOrder}`;
  const whole =
    best === null
      ? sql`true`
      : sql`(select members <= ${sql.lit(best)} and everyone <= ${sql.lit(maxSorted)} from counted)`;
  const limit =
    best === null ? limitOfPart : sql`case when ${whole} then ${sql.lit(maxSorted)} else ${limitOfPart}::int end`;
  return sql`
    with found as ${sql.raw(isSlow ? "materialized" : "not materialized")} (${all} limit ${sql.lit(maxGathered)}),
    counted as materialized (
      select count(*)::int as everyone, (count(*) filter (where not fictional))::int as members from found
    ), few as (${few}),
    page as (
      select * from few
      where ${isInPart(order, value, shape)} ${best === null ? sql`` : sql`and (not fictional or ${whole})`}
      order by value ${direction}, member_id ${direction} limit ${limit}
    )
    select everyone, members, ${whole} as whole, ${pageSelection}`;
}, hasOnePlan);
export type GatherPlan = Plan & { find: "gather" };
/** The found rows, none if too many fit; `whole`: they are all who fit. */
export type Gathered<Row> = { rows: Row[]; counted: GatheredCounts; isMany: boolean; whole: boolean };

/** The total of what was counted; undefined if gathering ended before it knew. */
export const totalOf = ({ everyone, members }: GatheredCounts): number | undefined =>
  everyone === maxGathered && members <= searchTotalCap ? undefined : members;

async function gather(
  db: Db,
  filter: Filter,
  part: Part,
  plan: GatherPlan,
  { facts, best }: Pick<GatherShape, "facts" | "best">,
) {
  const { source, most, interest } = plan;
  const shape = { ...shapeOf(filter), ...shapeOfPart(part), source, most, facts, best };
  const rows = await gatherStatement.run(db, shape, { ...filter, ...part, interest });
  const { everyone = 0, members = 0, whole = true } = rows[0] ?? {};
  return { rows, numbers: { counted: { everyone, members }, whole, isMany: everyone > most } };
}

export async function gatherPage(db: Db, filter: Filter, part: Part, plan: GatherPlan): Promise<Gathered<FoundRow>> {
  const { rows, numbers } = await gather(db, filter, part, plan, { facts: false, best: null });
  return {
    rows: rows.flatMap(({ value, member_id }) => (member_id === null ? [] : [{ value, member_id }])),
    ...numbers,
  };
}

/** `best`: all who fit if at most so many members do, else the part without fictional profiles. */
export async function gatherFacts(
  db: Db,
  filter: Filter,
  part: Part,
  plan: GatherPlan,
  best: number | null = null,
): Promise<Gathered<Facts>> {
  const { rows, numbers } = await gather(db, filter, part, plan, { facts: true, best });
  return { rows: readFactLines(rows[0]?.lines ?? null), ...numbers };
}
