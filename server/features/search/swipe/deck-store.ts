import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Db } from "#server/db/pool.ts";
import { runBuilt } from "#server/db/statement.ts";
import { type ViewerProfile, wantsViewer } from "#server/features/profiles/index.ts";
import { fits, fitsExceptGender, shapeOf } from "../conditions.ts";
import { centre, chordLength } from "../earth.ts";
import { cellsAround } from "../map-cells.ts";
import type { Filter } from "../rules.ts";
import { aroundKilometres } from "../score.ts";

/** An automatic like, which an introduction gives, does not count until it is a match. */
const notSwiped = (viewerId: string) => sql<SqlBool>`
  not exists (select from swipes where from_id = ${viewerId}::uuid and to_id = member_id)
  and not exists (select from likes where from_id = ${viewerId}::uuid and to_id = member_id and (not automatic
    or exists (select from matches where a_id = least(member_id, ${viewerId}::uuid)
      and b_id = greatest(member_id, ${viewerId}::uuid))))`;

const lastActive = sql`order by last_active_at desc, member_id desc`;

/** The members around the viewer. Each map cell is read in order of last activity, so that `limit` ends it early. */
function selectNearby(filter: Filter, isOpen: RawBuilder<SqlBool>, limit: number): RawBuilder<unknown>[] {
  const { homePoint, distance = aroundKilometres } = filter;
  if (!homePoint) return [];
  const within = Math.min(distance, aroundKilometres);
  const cells = cellsAround(homePoint, { beyond: -1, within });
  const nearby = sql`select of_cell.member_id, of_cell.last_active_at
    from unnest(${cells.map((cell) => cell.latitude)}::smallint[], ${cells.map((cell) => cell.longitude)}::smallint[])
        as cell (latitude, longitude)
      cross join unnest(${filter.genders}::text[]) as wanted (gender)
      cross join lateral (
        select member_id, last_active_at from profiles
        where ${fitsExceptGender(shapeOf({ ...filter, distance: undefined }))} and gender = wanted.gender
          and latitude_band = cell.latitude and longitude_band = cell.longitude
          and place <-> ${centre} <= ${chordLength(within)} and ${isOpen}
        ${lastActive} limit ${limit}
      ) as of_cell
    ${lastActive} limit ${limit}`;
  return [nearby];
}

/** All other members: two queries, first for the viewer's country and then for the others, the last active first. */
function selectElsewhere(filter: Filter, isOpen: RawBuilder<SqlBool>, limit: number): RawBuilder<unknown>[] {
  const { homePoint, distance, homeCountry } = filter;
  if (homePoint && distance !== undefined && distance <= aroundKilometres) return [];
  const beyond = homePoint ? sql`(place is null or place <-> ${centre} > ${chordLength(aroundKilometres)})` : sql`true`;
  return [sql`country = ${homeCountry}`, sql`country <> ${homeCountry}`].map(
    (where) => sql`select member_id, last_active_at from profiles
      where ${fits(shapeOf(filter))} and ${where} and ${beyond} and ${isOpen} ${lastActive} limit ${limit}`,
  );
}

/** Whether they are for the deck, because the viewer's age and distance are what they want, or are left out of it. */
type Side = "wanting" | "left_out";

/**
 * Finds those nearby, then those in the viewer's country, then all others; within each, the last active first. The
 * statement reads a part only if those before have not filled the deck.
 */
export async function findDeck(
  db: Db,
  filter: Filter,
  viewer: ViewerProfile,
  { limit, side = "wanting" }: { limit: number; side?: Side },
): Promise<string[]> {
  const wants = wantsViewer(viewer, filter.now);
  const isOpen = sql<SqlBool>`${side === "wanting" ? wants : sql`not ${wants}`} and ${notSwiped(viewer.member_id)}`;
  const parts = [...selectNearby(filter, isOpen, limit), ...selectElsewhere(filter, isOpen, limit)];
  const numbered = parts.map((part, index) => sql`(select ${sql.lit(index)} as part, * from (${part}) as of_part)`);
  const deck = sql<{ member_id: string }>`
    select member_id from (${sql.join(numbered, sql` union all `)} limit ${limit}) as deck
    order by part, last_active_at desc, member_id desc`;
  const rows = await runBuilt(db, deck, filter);
  return rows.map((row) => row.member_id);
}
