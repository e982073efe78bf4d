import type { DataDownload } from "#contract/privacy.ts";
import type { Db } from "#server/db/pool.ts";
import { findDownload } from "./download-store.ts";
import { downloadPause } from "./rules.ts";

/** The state of a member's archive. If it is not built after a day, it failed: the member may request it again. */
export async function showDownload(db: Db, memberId: string, now: Date): Promise<DataDownload> {
  const row = await findDownload(db, memberId);
  if (!row) return { state: "none" };
  const requested_at = row.requested_at.toISOString();
  const may_ask = now.getTime() - row.requested_at.getTime() >= downloadPause;
  if (row.expires_at) {
    if (row.expires_at <= now) return { state: "none" };
    const address = `/data-downloads/${row.id}`;
    const until = row.expires_at.toISOString();
    return { state: "ready", requested_at, address, bytes: row.bytes ?? 0, until, may_ask };
  }
  return may_ask ? { state: "none" } : { state: "preparing", requested_at };
}
