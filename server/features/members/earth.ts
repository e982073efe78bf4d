import { sql } from "kysely";
import type { Filter } from "./rules.ts";

/** Where the viewer lives, as a point of the earth, which the column `place` is compared with. */
export const centre = (filter: Pick<Filter, "from">) =>
  sql`ll_to_earth(${filter.from?.latitude ?? 0}, ${filter.from?.longitude ?? 0})`;
/** A way on the ground in kilometres as the straight one through the earth, which `<->` measures. */
export const reach = (kilometres: number) => sql`gc_to_sec(${kilometres * 1000})`;
