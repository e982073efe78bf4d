import { type RawBuilder, sql } from "kysely";
import type { Db } from "#server/db/pool.ts";
import { defineStatement, given } from "#server/db/statement.ts";
import { homeOfPlace, type MatchSide, packedColumns } from "#server/features/profiles/index.ts";
import { viewerId } from "./conditions.ts";
import type { FoundRow } from "./order.ts";
import type { Filter } from "./rules.ts";

/** A found member with what ranks them for the viewer; `chatted`: the two have a chat. */
export type Facts = FoundRow & MatchSide & { fictional: boolean; chatted: boolean };

/** The columns of `Facts` but the value, from a row of `profiles`. The covering indexes hold all of them. */
export const factColumns: RawBuilder<unknown> = sql`member_id, fictional, member_id in (
    select other_id from conversation_members where conversation_members.member_id = ${viewerId}) as chatted,
    ${packedColumns}`;

/** The bits of a line's flags. */
const flags = { fictional: 1, chatted: 2, seeksMen: 4, seeksWomen: 8, male: 16 };

/** A line for each, which the driver reads much faster than rows. A home comes last: `concat_ws` leaves out nulls. */
export const factLines = (value: RawBuilder<string>, order: RawBuilder<unknown>): RawBuilder<string> => sql`
  string_agg(concat_ws(' ', ${value}, member_id, fictional::int * ${sql.lit(flags.fictional)}
    + (member_id in (select other_id from conversation_members where conversation_members.member_id = ${viewerId}))::int
      * ${sql.lit(flags.chatted)}
    + seeks_men::int * ${sql.lit(flags.seeksMen)} + seeks_women::int * ${sql.lit(flags.seeksWomen)}
    + (gender = 'male')::int * ${sql.lit(flags.male)},
    date_of_birth, country, interest_bits, match_wishes, fact_bits, ${homeOfPlace}), E'\\n' order by ${order})`;

/** Reads what `factLines` wrote; null: no members. */
export const readFactLines = (lines: string | null): Facts[] => lines?.split("\n").map(readFactLine) ?? [];

function readFactLine(line: string): Facts {
  const [value = "", member_id = "", flagged, date_of_birth = "", country = "", ...rest] = line.split(" ");
  const [interests, wishes, facts, latitude, longitude] = rest;
  const bits = Number(flagged);
  return {
    value,
    member_id,
    date_of_birth,
    country,
    interest_bits: Number(interests),
    match_wishes: Number(wishes),
    fact_bits: Number(facts),
    latitude: latitude === undefined ? null : Number(latitude),
    longitude: longitude === undefined ? null : Number(longitude),
    fictional: (bits & flags.fictional) !== 0,
    chatted: (bits & flags.chatted) !== 0,
    seeks_men: (bits & flags.seeksMen) !== 0,
    seeks_women: (bits & flags.seeksWomen) !== 0,
    gender: (bits & flags.male) === 0 ? "female" : "male",
  };
}

type Input = Filter & { rows: readonly FoundRow[] };
const ids = given<Input>(({ rows }) => rows.map(({ member_id }) => member_id));
const values = given<Input>(({ rows }) => rows.map(({ value }) => value));

const factsStatement = defineStatement<Input, object, Facts>(
  () => sql`select found.value, ${factColumns}
    from unnest(${ids}::uuid[], ${values}::text[]) with ordinality as found (id, value, rank)
      join profiles on member_id = found.id order by found.rank`,
  () => true,
);

/** The facts of found members, in their order. */
export async function findFacts(db: Db, filter: Filter, rows: readonly FoundRow[]): Promise<Facts[]> {
  if (rows.length === 0) return [];
  return await factsStatement.run(db, {}, { ...filter, rows });
}
