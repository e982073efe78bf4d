import { networkEvent, webhookEvent } from "#contract/webhook-events.ts";
import { unseal } from "#server/crypto/seal.ts";
import { signWebhook } from "#server/crypto/standard-webhooks.ts";
import { defineScheduledJob } from "#server/jobs/jobs.ts";
import type { Services } from "#server/services.ts";
import { endOf } from "../attempts-store.ts";
import {
  claimDueDeliveries,
  type DeliveryAnswer,
  type DueDelivery,
  type DueEndpoint,
  listDueEndpoints,
  recordDelivery,
} from "./deliveries-store.ts";

const atOnce = 10;
/** A run stops after this time; the next run sends the rest. */
const runMs = 30_000;

/**
 * The body is made at each attempt, so that an erased member is in none. Null: the network may not learn of this
 * member any more.
 */
function bodyOf({ type, created_at, data, site, member_id: member, network, click }: DueDelivery): string | null {
  const event = { type, timestamp: created_at.toISOString() };
  if (network === null) return JSON.stringify(webhookEvent.parse({ ...event, data: { ...data, site, member } }));
  if (type === "purchases.summed") return JSON.stringify(networkEvent.parse({ ...event, data: { ...data, site } }));
  if (click === null && type !== "test") return null;
  return JSON.stringify(networkEvent.parse({ ...event, data: { ...data, site, click } }));
}

async function sendOne(services: Services, url: string, key: Uint8Array, due: DueDelivery): Promise<DeliveryAnswer> {
  const { db, clock, postbacks, log } = services;
  const body = bodyOf(due);
  if (body === null) {
    const withheld = { outcome: "withheld", status: null, detail: "" } as const;
    await recordDelivery(db, due, { ...withheld, end: "failed", now: clock.now() });
    return withheld;
  }
  const answer = await postbacks.send(url, { body, headers: signWebhook(key, { id: due.id, at: clock.now(), body }) });
  const end = endOf(answer, due.attempts);
  await recordDelivery(db, due, { ...answer, end, now: clock.now() });
  if (end === "failed") {
    const { endpoint_id: endpoint, id: delivery } = due;
    log.warn({ endpoint, delivery, outcome: answer.outcome }, "a server could not be told of an event");
  }
  return answer;
}

/** After a batch with a failure the endpoint waits for the next run: a server that is down gets few requests. */
async function sendToEndpoint(services: Services, { id, url, secret_sealed }: DueEndpoint, endsAt: number) {
  const { db, clock, config } = services;
  const key = unseal(config, { use: "webhook", owner: id }, secret_sealed);
  let due: DueDelivery[];
  let answers: DeliveryAnswer[];
  do {
    due = await claimDueDeliveries(db, id, atOnce, clock.now());
    answers = await Promise.all(due.map((each) => sendOne(services, url, key, each)));
  } while (
    due.length === atOnce &&
    answers.every(({ outcome }) => outcome === "accepted" || outcome === "withheld") &&
    performance.now() < endsAt
  );
}

/**
 * Sends events to the servers of the operator and of networks, side by side: a slow one holds up no other. Rows are
 * claimed first, so none is lost; one with a lost answer is sent again with the same `webhook-id`.
 */
export const sendWebhooks = defineScheduledJob({
  name: "send-webhooks",
  every: { seconds: 10 },
  async run(services) {
    const endsAt = performance.now() + runMs;
    const due = await listDueEndpoints(services.db, services.clock.now());
    const ends = await Promise.allSettled(due.map((each) => sendToEndpoint(services, each, endsAt)));
    for (const end of ends) if (end.status === "rejected") throw end.reason;
  },
});
