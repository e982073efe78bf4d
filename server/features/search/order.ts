import { type Expression, type RawBuilder, sql } from "kysely";
import { given } from "#server/db/statement.ts";
import { isProgram, type Shape } from "./conditions.ts";
import type { Edge } from "./cursor.ts";
import { centre } from "./earth.ts";
import type { Filter } from "./rules.ts";
import { rankValueOf } from "./score.ts";

/** A found member with the value they are sorted by, in full precision. */
export type FoundRow = { member_id: string; value: string };

/** Which part of an order to read: after a member, until a member and with them, and how many at most. */
export type Part = { after: Edge | null; until: Edge | null; limit: number };
export type PartInput = Filter & Part;

/** The distance of programs, so that "nearest" has them behind all people (D11.7, R11.06): more than any on earth. */
export const programsMetres = 20_000_000;

type Order = {
  /** What rows are sorted by. */
  by: Expression<unknown>;
  direction: RawBuilder<unknown>;
  /** Compares with the last row of the page before: greater or less. */
  beyond: RawBuilder<unknown>;
  /** The value in a cursor, and how a cursor's value is compared with `by`. */
  write(value: Expression<unknown>): RawBuilder<string>;
  read(edge: "after" | "until"): RawBuilder<unknown>;
};

export function orderOf(shape: Shape): Order {
  const asText = (value: Expression<unknown>) => sql<string>`${value}::text`;
  const givenValue = (edge: "after" | "until") => given<PartInput>((input) => input[edge]?.value);
  if (shape.sort === "nearest") {
    const read: Order["read"] = (edge) => sql`${givenValue(edge)}::float8`;
    const by = sql`(place <-> ${centre}) + case when ${isProgram} then ${sql.lit(programsMetres)} else 0 end`;
    return { by, direction: sql`asc`, beyond: sql`>`, write: asText, read };
  }
  const read: Order["read"] = (edge) => sql`${givenValue(edge)}::bigint`;
  return { by: rankValueOf(shape), direction: sql`desc`, beyond: sql`<`, write: asText, read };
}

const idOf = (edge: "after" | "until") => sql`${given<PartInput>((input) => input[edge]?.id)}::uuid`;
export const limitOfPart = given<PartInput>(({ limit }) => limit);

/** The condition for a part of the order, on a column or expression that holds the order's value. */
export function isInPart(
  { read, beyond }: Order,
  value: Expression<unknown>,
  { after, until }: PartShape,
): RawBuilder<unknown> {
  const conditions = [
    ...(after ? [sql`(${value}, member_id) ${beyond} (${read("after")}, ${idOf("after")})`] : []),
    ...(until ? [sql`(${value}, member_id) >= (${read("until")}, ${idOf("until")})`] : []),
  ];
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `);
}

export type PartShape = { after: boolean; until: boolean };
export const shapeOfPart = ({ after, until }: Part): PartShape => ({ after: after !== null, until: until !== null });
