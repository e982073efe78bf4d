import { sql } from "kysely";
import { searchTotalCap } from "#contract/constants.ts";
import type { Db } from "#server/db/pool.ts";
import { defineStatement, given } from "#server/db/statement.ts";
import { fits, hasOnePlan, type Shape, type Source, shapeOf } from "./conditions.ts";
import { findRarestInterest } from "./rarest-interest.ts";
import type { Filter } from "./rules.ts";

type Input = Filter & { interest: string | null };

/** Counts those who fit, up to one more than the cap. */
const countStatement = defineStatement<Input, Shape & { source: Source }, { count: number }>((shape) => {
  const interest = given<Input>("interest", (input) => input.interest);
  const holders = shape.source === "interest_holders" ? sql`interest = ${interest} and` : sql``;
  return sql`select count(*)::int as count from (
      select from ${sql.ref(shape.source)} where ${holders} ${fits(shape, shape.source)} limit ${sql.lit(searchTotalCap + 1)}
    ) as found`;
}, hasOnePlan);

/** How many members fit, without fictional profiles (D11.1), up to one more than the cap. */
export async function countMembers(db: Db, filter: Filter): Promise<number> {
  const members = { ...filter, withoutFictional: true };
  const interest = await findRarestInterest(db, filter);
  const source = interest === null ? "profiles" : "interest_holders";
  const rows = await countStatement.run(db, { ...shapeOf(members), source }, { ...members, interest });
  return rows[0]?.count ?? 0;
}
