import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Db } from "#server/db/pool.ts";
import { wantsViewer } from "#server/features/matching/index.ts";
import { cellsAround, centre, chordLength, type Filter, fits, fitsButGender } from "#server/features/members/index.ts";
import type { ViewerProfile } from "#server/features/profiles/index.ts";

/** Kilometres up to which members come first, as in the search's order "for you". */
const aroundKilometres = 100;

/** Neither swiped nor liked by the viewer. An introduction is no like of theirs until it is a match (D5.3). */
const notSwiped = (viewerId: string) => sql<SqlBool>`
  not exists (select from swipes where from_id = ${viewerId}::uuid and to_id = member_id)
  and not exists (select from likes where from_id = ${viewerId}::uuid and to_id = member_id and (not automatic
    or exists (select from matches where a_id = least(member_id, ${viewerId}::uuid)
      and b_id = greatest(member_id, ${viewerId}::uuid))))`;

const lastActive = sql`order by last_active_at desc, member_id desc`;

/** The members around the viewer: each cell of the map is walked from its last active member on. */
function around(filter: Filter, dealt: RawBuilder<SqlBool>, limit: number): RawBuilder<unknown> | null {
  const { from, distance = aroundKilometres } = filter;
  if (!from) return null;
  const within = Math.min(distance, aroundKilometres);
  const cells = cellsAround(from, { beyond: -1, within });
  return sql`select of_cell.member_id, of_cell.last_active_at
    from unnest(${cells.map((cell) => cell.latitude)}::smallint[], ${cells.map((cell) => cell.longitude)}::smallint[])
        as cell (latitude, longitude)
      cross join unnest(${filter.genders}::text[]) as wanted (gender)
      cross join lateral (
        select member_id, last_active_at from profiles
        where ${fitsButGender({ ...filter, distance: undefined })} and gender = wanted.gender
          and latitude_band = cell.latitude and longitude_band = cell.longitude
          and place <-> ${centre(filter)} <= ${chordLength(within)} and ${dealt}
        ${lastActive} limit ${limit}
      ) as of_cell
    ${lastActive} limit ${limit}`;
}

/** All others, those of the viewer's country first, from the last active on. */
function further(filter: Filter, dealt: RawBuilder<SqlBool>, limit: number): RawBuilder<unknown>[] {
  const { from, distance, home } = filter;
  if (from && distance !== undefined && distance <= aroundKilometres) return [];
  const beyond = from
    ? sql`(place is null or place <-> ${centre(filter)} > ${chordLength(aroundKilometres)})`
    : sql`true`;
  return [sql`country = ${home}`, sql`country <> ${home}`].map(
    (where) => sql`select member_id, last_active_at from profiles
      where ${fits(filter)} and ${where} and ${beyond} and ${dealt} ${lastActive} limit ${limit}`,
  );
}

/**
 * The next members of a viewer's deck (D5.2): around them first, then in their country, then elsewhere, the last active
 * first. One statement; a part is read only if the parts before it have not filled the deck. `filter` has what the
 * viewer looks for; the members must also look for someone like the viewer.
 */
export async function findDeck(db: Db, filter: Filter, viewer: ViewerProfile, limit: number): Promise<string[]> {
  const dealt = sql<SqlBool>`${wantsViewer(viewer, filter.now)} and ${notSwiped(viewer.member_id)}`;
  const near = around(filter, dealt, limit);
  const parts = [...(near ? [near] : []), ...further(filter, dealt, limit)].map(
    (part, index) => sql`(select ${sql.lit(index)} as part, * from (${part}) as of_part)`,
  );
  const { rows } = await sql<{ member_id: string }>`
    select member_id from (${sql.join(parts, sql` union all `)} limit ${limit}) as deck
    order by part, last_active_at desc, member_id desc`.execute(db);
  return rows.map((row) => row.member_id);
}
