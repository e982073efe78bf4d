import { type RawBuilder, sql } from "kysely";

/** The ids of the sites that a staff member works on; null: all, those to come included. */
export type StaffSites = readonly number[] | null;

/** SQL: whether a column with the id of a site names one of these. */
export const isOnSites = (sites: StaffSites, column: string): RawBuilder<boolean> =>
  sites === null ? sql`true` : sql`${sql.ref(column)} = any(${[...sites]}::smallint[])`;
