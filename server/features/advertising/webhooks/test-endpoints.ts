import { randomBytes, randomUUID } from "node:crypto";
import { createServer, type IncomingHttpHeaders, type RequestListener } from "node:http";
import { networkEventTypes, type WebhookEventType, webhookEventTypes } from "#contract/webhook-event-types.ts";
import { type WebhookEvent, webhookEvent } from "#contract/webhook-events.ts";
import { seal } from "#server/crypto/seal.ts";
import { writeWebhookSecret } from "#server/crypto/standard-webhooks.ts";
import type { Services } from "#server/services.ts";

type Planted = {
  siteId?: number | null;
  network?: string | null;
  events?: readonly WebhookEventType[];
  url?: string;
};

/** An endpoint as staff would have made it, by default the operator's, of all sites and for all events. */
export async function plantEndpoint(
  { db, config, clock }: Pick<Services, "db" | "config" | "clock">,
  { siteId = null, network = null, events, url = "https://events.example/" }: Planted = {},
) {
  const id = randomUUID();
  const now = clock.now();
  const made = { email: `${id}@example.org`, name: "Maker", role: "admin", created_at: now };
  const { id: created_by } = await db.insertInto("staff").values(made).returning("id").executeTakeFirstOrThrow();
  const key = randomBytes(32);
  const secret_sealed = seal(config, { use: "webhook", owner: id }, key);
  const types = events ?? (network === null ? webhookEventTypes : networkEventTypes);
  const endpoint = { id, site_id: siteId, network, label: "Planted", url, events: [...types] };
  await db
    .insertInto("webhook_endpoints")
    .values({ ...endpoint, secret_sealed, created_by, created_at: now })
    .execute();
  return { id, secret: writeWebhookSecret(key), url };
}

type Received = { method: string; headers: IncomingHttpHeaders; body: string; event: WebhookEvent };

/** A server of the operator on this machine; `answer` responds to each path in its own way. */
export async function openReceiver(answers: Readonly<Record<string, RequestListener>>) {
  const received: Record<string, Received[]> = {};
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    const { method = "", url = "", headers } = request;
    received[url] ??= [];
    received[url].push({ method, headers, body, event: webhookEvent.parse(JSON.parse(body)) });
    answers[url]?.(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  return {
    urlOf: (path: string) => `http://127.0.0.1:${port}${path}`,
    at: (path: string) => received[path] ?? [],
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** What was announced one by one, without when; oldest first. */
export async function announced({ db }: Pick<Services, "db">, endpointId: string) {
  const rows = db.selectFrom("webhook_deliveries").select(["type", "member_id", "data"]);
  return await rows
    .where("endpoint_id", "=", endpointId)
    .where("status", "<>", "summing")
    .orderBy("created_at")
    .orderBy("type")
    .execute();
}
