import { type RawBuilder, type SqlBool, sql } from "kysely";
import { ageAt } from "#server/ages.ts";
import type { MatchSide } from "./rules.ts";

const oldest = 150;

/** Each is unpacked from the bits of `match_wishes`, which the search's indexes contain; null: not stated. */
const preferences = {
  minAge: sql<number | null>`nullif(match_wishes & 127, 0)::int`,
  maxAge: sql<number | null>`nullif(match_wishes >> 7 & 127, 0)::int`,
  distance: sql<number | null>`nullif(match_wishes >> 14 & 32767, 0)::int`,
};

/**
 * What the member did not state excludes no viewer, nor does a distance from an unknown home. The `case` makes the
 * planner estimate that half of the members match: with one in hundreds, it would not use the index.
 */
export function wantsViewer({ date_of_birth, latitude, longitude }: MatchSide, now: Date): RawBuilder<SqlBool> {
  const viewerAge = ageAt(date_of_birth, now);
  const { minAge, maxAge, distance } = preferences;
  const ages = sql`${viewerAge}::int between coalesce(${minAge}, 0) and coalesce(${maxAge}, ${oldest}::int)`;
  const near =
    latitude === null || longitude === null
      ? sql`true`
      : sql`(match_wishes & (32767::bigint << 14) = 0 or place is null
          or place <-> ll_to_earth(${latitude}::real, ${longitude}::real) <= gc_to_sec(${distance} * 1000))`;
  return sql<SqlBool>`case when ${ages} and ${near} then true else false end`;
}
