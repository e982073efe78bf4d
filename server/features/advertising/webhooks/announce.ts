import type { WebhookEvent } from "#contract/webhook-events.ts";
import type { Db } from "#server/db/pool.ts";
import { insertDeliveries } from "./deliveries-store.ts";

type Subscribed = Exclude<WebhookEvent, { type: "test" }>;

/** What happened, by type; `site` and `member` are added when it is sent. */
export type Announced = {
  [T in Subscribed["type"]]: { type: T; data: Omit<Extract<Subscribed, { type: T }>["data"], "site" | "member"> };
}[Subscribed["type"]];

type About = { siteId: number; memberId: string | null; now: Date };

/** Queues an event for each endpoint that may have it. Call it in the transaction of what it tells: both or neither. */
export async function announce(db: Db, { siteId, memberId, now }: About, { type, data }: Announced): Promise<void> {
  await insertDeliveries(db, { type, siteId, memberId, data, now });
}
