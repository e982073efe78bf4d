import { sql } from "kysely";
import type { SiteThing } from "#contract/call.ts";
import type { Db } from "#server/db/pool.ts";
import type { StaffSites } from "#server/http/staff-sites.ts";

/** Where the things are that calls and files of the back office name, each by its key. */
const places: Record<
  SiteThing | "photo" | "chat_photo" | "voice" | "introduction" | "picture" | "statement",
  [table: string, key: string]
> = {
  member: ["accounts", "id"],
  payment: ["payments", "id"],
  report: ["reports", "id"],
  complaint: ["complaints", "id"],
  photo: ["photos", "id"],
  chat_photo: ["chat_photos", "id"],
  voice: ["voice_messages", "id"],
  introduction: ["voice_introductions", "id"],
  picture: ["verifications", "picture_id"],
  statement: ["statements", "id"],
};

/** Whether all of these things exist on the sites of a staff member. */
export async function areOnSites(
  db: Db,
  thing: keyof typeof places,
  ids: readonly string[],
  sites: StaffSites,
): Promise<boolean> {
  if (sites === null) return true;
  const [table, key] = places[thing];
  const { rows } = await sql`select ${sql.ref(key)} from ${sql.table(table)}
    where ${sql.ref(key)} = any(${[...ids]}::uuid[]) and site_id = any(${[...sites]}::smallint[])`.execute(db);
  return rows.length === new Set(ids).size;
}
