import { type RawBuilder, sql } from "kysely";

/**
 * The folders of members' pictures that only staff see: faces, documents of age, what was reported or rejected. They
 * are deleted soon, and no export hands them on. With what an import does to the rows that name one, as if it were
 * deleted: a member who waits for a check sends a picture again.
 */
const staffPictures = {
  verification: sql`delete from pg_temp.verifications where status = 'waiting'`,
  reported: sql`update pg_temp.reports set photo_until = null where photo_until is not null`,
  rejected: sql`update pg_temp.statements set photo_until = null where photo_until is not null`,
} as const satisfies Record<string, RawBuilder<unknown>>;

const folders = new RegExp(`^photos/\\d+/[^/]+/(?:${Object.keys(staffPictures).join("|")})/`);

export const isStaffPicture = (key: string): boolean => folders.test(key);

export const forgettingPictures: readonly RawBuilder<unknown>[] = Object.values(staffPictures);
