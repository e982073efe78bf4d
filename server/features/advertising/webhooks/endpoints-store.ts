import { type Insertable, sql } from "kysely";
import type { WebhookEventType } from "#contract/webhook-event-types.ts";
import type { Db } from "#server/db/pool.ts";
import type { WebhookEndpoints } from "#server/db/tables.ts";

/** False: this endpoint was made before, by the same request. */
export async function insertEndpoint(db: Db, endpoint: Insertable<WebhookEndpoints>): Promise<boolean> {
  const { numInsertedOrUpdatedRows: inserted } = await db
    .insertInto("webhook_endpoints")
    .values(endpoint)
    .onConflict((conflict) => conflict.column("id").doNothing())
    .executeTakeFirstOrThrow();
  return inserted === 1n;
}

export async function listEndpoints(db: Db) {
  return await db
    .selectFrom("webhook_endpoints as e")
    .innerJoin("staff as s", "s.id", "e.created_by")
    .leftJoin("sites", "sites.id", "e.site_id")
    .select([
      "e.id",
      "e.label",
      "e.url",
      "e.network",
      "e.events",
      "sites.key as site",
      "s.name as made_by",
      "e.created_at",
    ])
    .select(["e.revoked_at", "e.revoked_by"])
    // the table's check constraint allows the same
    .$narrowType<{ events: WebhookEventType[] }>()
    .orderBy("e.created_at", "desc")
    .orderBy("e.id")
    .execute();
}

type DeliveryRow = {
  endpoint_id: string;
  id: string;
  type: string;
  created_at: Date;
  status: "waiting" | "sent" | "failed";
  attempts: number;
  answered_at: Date | null;
  outcome: string | null;
  http_status: number | null;
  detail: string | null;
};

/** The newest deliveries of each endpoint. */
export async function listDeliveries(db: Db, each: number): Promise<DeliveryRow[]> {
  const { rows } = await sql<DeliveryRow>`
    select d.* from webhook_endpoints e cross join lateral (
      select endpoint_id, id, type, created_at, attempts, answered_at, outcome, http_status, detail,
        case when status = 'waiting' and e.revoked_at is not null then 'failed' else status end as status
      from webhook_deliveries where endpoint_id = e.id and status <> 'summing' order by created_at desc, id limit ${each}) d
    order by d.created_at desc, d.id`.execute(db);
  return rows;
}

/** False: there is no such endpoint, or it was revoked before. */
export async function revokeEndpoint(db: Db, id: string, staffId: string, now: Date): Promise<boolean> {
  const { numUpdatedRows: updated } = await db
    .updateTable("webhook_endpoints")
    .set({ revoked_at: now, revoked_by: staffId })
    .where("id", "=", id)
    .where("revoked_at", "is", null)
    .executeTakeFirstOrThrow();
  return updated === 1n;
}
