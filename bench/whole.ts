import { sql } from "kysely";
import type { Db } from "#server/db/pool.ts";
import { startDatabase } from "./database.ts";
import type { HttpRequest } from "./load.ts";
import { logIn } from "./members.ts";
import { startServer } from "./programs.ts";

/** A demo member with a session and a chat. */
export type DemoMember = { id: string; cookie: string; chat: string };

/**
 * Starts the product as `npm start` does, on a free port with empty data: demo world, pages, and portraits, which are
 * drawn during the start.
 */
export async function startWholeProduct(env: Record<string, string> = {}) {
  await using opening = new AsyncDisposableStack();
  const database = opening.use(await startDatabase());
  const settings = { PORT: "0", TRUST_PROXY: "1", LOG_LEVEL: "silent", ...env };
  const server = opening.use(await startServer("server/main.ts", database, settings));
  const opened = opening.move();
  return { ...database, ...server, [Symbol.asyncDispose]: () => opened.disposeAsync() };
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

/** The request of a page. The rate limits count by address, so that each `turn` comes from another one. */
export function pageRequest(turn: number, path: string, headers: Record<string, string>): HttpRequest {
  const address = `10.${(turn >> 16) & 255}.${(turn >> 8) & 255}.${turn & 255}`;
  return { method: "GET", path, headers: { "x-forwarded-for": address, ...headers } };
}
