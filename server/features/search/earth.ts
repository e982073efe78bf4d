import { sql } from "kysely";
import { given } from "#server/db/statement.ts";
import type { Filter } from "./rules.ts";

const latitude = given<Filter>(({ homePoint }) => homePoint?.latitude ?? 0);
const longitude = given<Filter>(({ homePoint }) => homePoint?.longitude ?? 0);

/** The viewer's home as a point on the globe, to compare with the column `place`; computed once for each statement. */
export const centre = sql`(select ll_to_earth(${latitude}::float8, ${longitude}::float8))`;
/** The same for an index that finds the nearest first: the planner must see the point itself. */
export const plainCentre = sql`ll_to_earth(${latitude}::float8, ${longitude}::float8)`;
/** Converts kilometres on the ground to the straight distance through the earth, which `<->` measures. */
export const chordLength = (kilometres: number) => sql`gc_to_sec(${sql.lit(kilometres * 1000)})`;
/** How far away the search's filter goes, plus some kilometres, as a straight distance. */
export const chordOfFilter = (more = 0) =>
  sql`gc_to_sec(${given<Filter>(({ distance = 0 }) => (distance + more) * 1000)}::float8)`;
