import { randomUUID } from "node:crypto";
import sharp from "sharp";
import { SMTPServer } from "smtp-server";
import { sendMessage } from "#contract/chat.ts";
import { getBundles } from "#contract/credits.ts";
import { startPayment } from "#contract/payments.ts";
import { uploadPhoto } from "#contract/photos.ts";
import type { Db } from "#server/db/pool.ts";
import { openFaultyProxy, type ProxyFault, proxyFaults, targetOf, withPort } from "#server/db/test-faulty-proxy.ts";
import type { startPair } from "#server/db/test-replica.ts";
import { allJobs } from "#server/features/all-jobs.ts";
import { sendMailJob } from "#server/features/mails/index.ts";
import { createJobs } from "#server/jobs/jobs.ts";
import type { startTestS3 } from "#server/ports/files/test-s3.ts";
import type { startTestMollie } from "#server/ports/payments/mollie/test-mollie.ts";

type Context = {
  origin: string;
  db: Db;
  siteId: number;
  newMember(): Promise<{ id: string; cookie: string }>;
  /** What the product logged since the neighbour began to misbehave. */
  output(): string;
};

export type Neighbour = {
  name: string;
  proxyFaults: readonly ProxyFault[];
  behave(manner: ProxyFault | "well"): void | Promise<void>;
  works(context: Context): Promise<boolean>;
};

type Given = {
  redisUrl: string;
  store: Awaited<ReturnType<typeof startTestS3>>;
  mollie: Awaited<ReturnType<typeof startTestMollie>>;
  pair: Awaited<ReturnType<typeof startPair>>;
  /** Undefined: PgBouncer is not installed, so the product's statements go to PostgreSQL itself. */
  pooler: { url: string; port: number } | undefined;
};

const patience = () => AbortSignal.timeout(15_000);

/** The log's newest word about a neighbour is that it is back, or there is none. */
const saysBack = (output: string, away: RegExp, back: string) =>
  !away.test(output) ||
  output.lastIndexOf(back) > output.search(new RegExp(`${away.source}(?![\\s\\S]*${away.source})`));

async function startMailServer() {
  const received: string[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onData(stream, _session, done) {
      let text = "";
      stream.on("data", (data) => {
        text += String(data);
      });
      stream.on("end", () => {
        received.push(text);
        done();
      });
    },
  });
  server.on("error", () => {});
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const address = server.server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  return { port, received, close: () => new Promise<void>((closed) => server.close(() => closed())) };
}

async function call(context: Context, cookie: string, path: string, body?: BodyInit, type = "application/json") {
  const { origin } = context;
  const headers = { origin, cookie, "content-type": type, "idempotency-key": randomUUID() };
  const init = body === undefined ? { headers: { cookie } } : { method: "POST", headers, body };
  return await fetch(`${origin}${path}`, { ...init, signal: patience() });
}

async function orderWorks(context: Context): Promise<boolean> {
  const { cookie } = await context.newMember();
  const bundles = getBundles.answer.parse(await (await call(context, cookie, getBundles.path)).json());
  const [bundle] = bundles.bundles;
  const order = { bundle_id: bundle?.id, amount: bundle?.price, begin_at_once: true };
  return (await call(context, cookie, startPayment.path, JSON.stringify(order))).status === 200;
}

async function uploadWorks(context: Context): Promise<boolean> {
  const { cookie } = await context.newMember();
  const [r, g, b] = [...Buffer.from(randomUUID())];
  const background = { r: r ?? 0, g: g ?? 0, b: b ?? 0 };
  const picture = await sharp({ create: { width: 480, height: 600, channels: 3, background } })
    .jpeg()
    .toBuffer();
  const blob = new Uint8Array(picture);
  return (await call(context, cookie, uploadPhoto.path, blob, "image/jpeg")).status === 200;
}

async function chatWorks(context: Context): Promise<boolean> {
  const [author, to] = await Promise.all([context.newMember(), context.newMember()]);
  const message = JSON.stringify({ member: to.id, text: "Are you well again?" });
  return (await call(context, author.cookie, sendMessage.path, message)).status === 200;
}

/** The neighbours of a product, each behind a way on which it can misbehave. */
export async function openNeighbours({ redisUrl, store, mollie, pair, pooler }: Given) {
  const mail = await startMailServer();
  const jobs = await createJobs(pair.url, allJobs, { worker: false, onError: () => {} });
  const replica = new URL(pair.replicaUrl);
  const statements = new URL(pooler?.url ?? pair.url);
  const ways = await Promise.all([
    openFaultyProxy({ port: Number(new URL(redisUrl).port) }),
    openFaultyProxy({ port: Number(new URL(`http://${store.host}`).port) }),
    openFaultyProxy({ port: mail.port }),
    openFaultyProxy({ port: Number(new URL(mollie.url).port) }),
    openFaultyProxy(targetOf(replica)),
    openFaultyProxy(targetOf(statements)),
  ]);
  const [redisWay, storeWay, mailWay, mollieWay, replicaWay, databaseWay] = ways;

  async function mailArrives({ db, siteId, origin }: Context): Promise<boolean> {
    const name = `m${randomUUID()}`;
    const params = { name, link: "/chats" };
    const to = `${name}@example.org`;
    await jobs.add(db, sendMailJob, { siteId, to, language: "en", origin, kind: "account_restored", params });
    for (const end = Date.now() + 60_000; Date.now() < end; await new Promise((next) => setTimeout(next, 100))) {
      if (mail.received.some((text) => text.includes(to))) return true;
    }
    return false;
  }

  const all: Omit<Neighbour, "proxyFaults">[] = [
    {
      name: "redis",
      behave: redisWay.behave,
      works: async ({ output }) => saysBack(output(), /Redis is unreachable/, "Redis is reachable again"),
    },
    { name: "store", behave: storeWay.behave, works: uploadWorks },
    { name: "mail", behave: mailWay.behave, works: mailArrives },
    { name: "payments", behave: mollieWay.behave, works: orderWorks },
    {
      name: "replica",
      behave: replicaWay.behave,
      works: async ({ output }) =>
        saysBack(output(), /the replica (?:is left out|can't be used)/, "the replica is used"),
    },
    { name: pooler ? "pgbouncer" : "way to the database", behave: databaseWay.behave, works: chatWorks },
  ];
  const killed: Neighbour = {
    name: "database",
    proxyFaults: ["killed"],
    behave: (manner) => (manner === "killed" ? pair.killPrimary() : pair.startPrimary()),
    works: chatWorks,
  };
  return {
    all: [...all.map((neighbour) => ({ ...neighbour, proxyFaults })), killed],
    env: {
      REDIS_URL: `redis://127.0.0.1:${redisWay.port}`,
      STORAGE_URL: store.url().replace(store.host, `127.0.0.1:${storeWay.port}`),
      SMTP_URL: `smtp://127.0.0.1:${mailWay.port}?ignoreTLS=true`,
      MOLLIE_API_KEY: mollie.apiKey,
      MOLLIE_API_URL: `http://127.0.0.1:${mollieWay.port}`,
      DATABASE_REPLICA_URL: withPort(replica, replicaWay.port),
      DATABASE_URL: withPort(statements, databaseWay.port),
      DATABASE_DIRECT_URL: pair.url,
    },
    async close() {
      await jobs.stop();
      await Promise.all(ways.map((way) => way.close()));
      await mail.close();
    },
  };
}
