import { sql } from "kysely";
import type { Db } from "#server/db/pool.ts";
import { startDatabase } from "./database.ts";
import { logIn } from "./pairs.ts";
import { startServer } from "./programs.ts";

/** A demo member with a session and a chat. */
export type DemoMember = { id: string; cookie: string; chat: string };

/**
 * Starts the product as `npm start` does, on a free port with empty data: demo world, pages, and portraits, which are
 * drawn during the start. The rate limits count by `X-Forwarded-For`, so that one machine's load can come from many
 * addresses.
 */
export async function startWholeProduct(env: Record<string, string> = {}) {
  const database = await startDatabase();
  const settings = { PORT: "0", TRUST_PROXY: "1", LOG_LEVEL: "silent", ...env };
  const server = await startServer("server/main.ts", database, settings).catch(async (error) => {
    await database.stop();
    throw error;
  });
  const stop = async () => {
    await server.stop();
    await database.stop();
  };
  return { ...server, db: database.db, stop };
}

/** Members of the first demo site who have chats, each with a session. */
export async function demoMembers(db: Db, amount: number): Promise<DemoMember[]> {
  const { rows } = await sql<{ id: string; chat: string }>`
    select distinct on (c.member_id) c.member_id as id, c.conversation_id as chat
    from conversation_members c join profiles p on p.member_id = c.member_id
    where p.listed and p.site_id = (select min(id) from sites) order by c.member_id, c.conversation_id limit ${amount}`.execute(
    db,
  );
  return await Promise.all(rows.map(async (row) => ({ ...row, cookie: await logIn(db, row.id) })));
}
