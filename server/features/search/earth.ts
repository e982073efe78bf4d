import { sql } from "kysely";
import type { Filter } from "./rules.ts";

/** The viewer's home as a point on the globe, to compare with the column `place`. */
export const centre = (filter: Pick<Filter, "homePoint">) =>
  sql`ll_to_earth(${filter.homePoint?.latitude ?? 0}, ${filter.homePoint?.longitude ?? 0})`;
/** Converts kilometres on the ground to the straight distance through the earth, which `<->` measures. */
export const chordLength = (kilometres: number) => sql`gc_to_sec(${kilometres * 1000})`;
