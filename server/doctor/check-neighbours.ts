import { randomUUID } from "node:crypto";
import type { Config } from "#server/config/config.ts";
import { isPublicAddress } from "#server/config/public-address.ts";
import { genesisHosts } from "#server/ports/payments/genesis/client.ts";
import { createCoturnRelay } from "#server/ports/relay/coturn.ts";
import { TurnProblem } from "./ask-turn.ts";
import { attempt, type Finding, good, note, reasonOf, wrong } from "./finding.ts";
import type { Probes } from "./probes.ts";

type Given = { config: Config; probes: Probes };

const pushServices = ["https://fcm.googleapis.com/", "https://updates.push.services.mozilla.com/"];
const oldestRedis = 6;

async function checkRedis({ config: { redisUrl }, probes }: Given): Promise<Finding[]> {
  const about = "redis";
  if (redisUrl === undefined) return [note(about, "REDIS_URL is not set: run no more than one web process")];
  const todo = "does not answer: check REDIS_URL, its password, and that redis-server runs";
  return await attempt(about, todo, async () => {
    const version = await probes.redis(redisUrl);
    if (Number.parseInt(version, 10) >= oldestRedis) return [good(about, `Redis ${version} answers`)];
    return [wrong(about, `Redis ${oldestRedis} or newer is needed, this is ${version}`)];
  });
}

async function checkStore({ config, probes }: Given): Promise<Finding[]> {
  const about = "store";
  const where = config.storage ? `the bucket ${config.storage.bucket}` : "the folder files in DATA_DIR";
  const todo = config.storage
    ? `${where} can't be used: check STORAGE_URL, and that its key may get, put, delete and list`
    : `${where} can't be used: check its owner and rights`;
  const used = await attempt(about, todo, async () => {
    await probes.store(config);
    return [good(about, `${where} stores, gives back and removes a file`)];
  });
  if (config.moveFrom) used.push(note(about, "STORAGE_MOVE_FROM is set: finish npm run photos -- move, then unset it"));
  if (!config.storage) return used;
  // the list of the bucket without a signature
  const { endpoint, bucket } = config.storage;
  const open = await attempt(about, `${where} can't be asked as a stranger`, async () => {
    const { status } = await probes.request(`${endpoint}/${bucket}?list-type=2&max-keys=1`);
    return status === 200 ? [wrong(about, `${where} is public: make it private, members' photos are in it`)] : [];
  });
  return [...used, ...open];
}

async function checkPayments(input: Given): Promise<Finding[]> {
  const about = "payments";
  const { mollie, genesis } = input.config;
  if (!mollie && !genesis)
    return [note(about, "neither MOLLIE_API_KEY nor GENESIS_URL is set: payments are made at the sandbox")];
  return [...(await checkMollie(about, input)), ...(await checkGenesis(about, input))];
}

async function checkMollie(about: string, { config: { mollie }, probes }: Given): Promise<Finding[]> {
  if (!mollie) return [];
  const todo = "Mollie does not answer: allow connections to api.mollie.com, port 443";
  return await attempt(about, todo, async () => {
    const authorization = `Bearer ${mollie.key}`;
    const { status } = await probes.request(`${mollie.url ?? "https://api.mollie.com"}/v2/methods`, { authorization });
    if (status === 401 || status === 403) {
      return [wrong(about, "Mollie refuses the key: copy MOLLIE_API_KEY anew from its dashboard")];
    }
    if (status !== 200) return [wrong(about, `Mollie answers ${status}: look at status.mollie.com`)];
    if (mollie.key.startsWith("test_")) return [note(about, "Mollie accepts the key, a test key: no money moves")];
    return [good(about, "Mollie accepts the key")];
  });
}

/** Its calls have to be posted; a question without content shows whether the login is accepted. */
async function checkGenesis(about: string, { config: { genesis }, probes }: Given): Promise<Finding[]> {
  if (!genesis) return [];
  const { gate } = genesisHosts(genesis);
  const host = new URL(gate).host;
  return await attempt(about, `${host} does not answer: allow connections to it, port 443`, async () => {
    const authorization = `Basic ${Buffer.from(`${genesis.username}:${genesis.password}`).toString("base64")}`;
    const { status } = await probes.request(`${gate}/reconcile/${genesis.terminals[0]}`, { authorization });
    if (status === 401 || status === 403) return [wrong(about, `${host} refuses the login: check GENESIS_URL`)];
    if (genesis.environment === "staging") return [note(about, `${host} answers, a staging gateway: no money moves`)];
    return [good(about, `${host} answers`)];
  });
}

async function checkSms({ config: { sms }, probes }: Given): Promise<Finding[]> {
  const about = "sms";
  if (!sms) return [note(about, "SMS_URL is not set: no text messages, and no direct debit in production")];
  return await attempt(about, "the SMS gateway does not answer: check the host in SMS_URL", async () => {
    const authorization = `Basic ${Buffer.from(`${sms.sid}:${sms.token}`).toString("base64")}`;
    const url = `${sms.baseUrl}/2010-04-01/Accounts/${encodeURIComponent(sms.sid)}.json`;
    const { status } = await probes.request(url, { authorization });
    if (status === 200) return [good(about, "the SMS gateway accepts the account")];
    const what = [401, 403, 404].includes(status) ? "refuses the account" : `answers ${status}`;
    return [wrong(about, `the SMS gateway ${what}: check account and token in SMS_URL`)];
  });
}

async function checkPush({ config: { vapid }, probes }: Given): Promise<Finding[]> {
  const about = "push";
  if (!vapid) {
    const how = "npx web-push generate-vapid-keys, then set VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY and VAPID_SUBJECT";
    return [note(about, `there are no push keys, so no pushes are sent: ${how}`)];
  }
  const findings = [good(about, "the push keys belong together")];
  if (vapid.subject.endsWith(".invalid")) {
    findings.push(
      wrong(about, "VAPID_SUBJECT is an invented address: push services write there if something is wrong"),
    );
  }
  const reached = await Promise.all(
    pushServices.map((url) =>
      attempt(about, `${new URL(url).host} can't be reached: allow connections to it, port 443`, async () => {
        await probes.request(url);
        return [];
      }),
    ),
  );
  return [...findings, ...reached.flat()];
}

const hostOf = (url: string) => url.replace(/^turns?:/i, "").replace(/\?.*/, "");

/** What to do about a relay that does not do what calls need. */
function turnTodo(url: string, error: unknown): string {
  if (!(error instanceof TurnProblem)) return `can't be reached: check the host in TURN_URLS (${reasonOf(error)})`;
  if (error.kind === "refused")
    return "refuses the credentials: set TURN_SECRET to its static-auth-secret, and check the clocks of both machines";
  if (error.kind === "silent") {
    const port = /transport=tcp|^turns:/i.test(url) ? "TCP" : "UDP";
    return `does not answer: check that it runs, and open its port for ${port}`;
  }
  return `relays nothing: ${error.message}`;
}

/** Each address of the relay is asked what a browser asks: is it there, and may we relay? */
async function checkRelay({ config: { turn, directCalls }, probes }: Given): Promise<Finding[]> {
  const about = "calls";
  if (!turn) {
    const without = directCalls ? "browsers connect directly, as only a demo may" : "members can't call each other";
    return [note(about, `TURN_URLS is not set: ${without}`)];
  }
  const [server] = createCoturnRelay(turn, { uuid: randomUUID }).servers(probes.now());
  if (!server) throw new Error("the relay has no servers");
  const findings = await Promise.all(
    server.urls.map(async (url) => {
      try {
        const address = await probes.turn(url, server);
        if (isPublicAddress(address)) return good(about, `${url} relays from ${address}`);
        return wrong(about, `${url} relays from ${address}, which no browser reaches: set its external-ip`);
      } catch (error) {
        return wrong(about, `${hostOf(url)} ${turnTodo(url, error)}`);
      }
    }),
  );
  const isUdpOnly = !server.urls.some((url) => /^turns:|transport=tcp/i.test(url));
  const narrow = "all of TURN_URLS need UDP, which some networks close: add one with ?transport=tcp, or turns:";
  return isUdpOnly ? [...findings, note(about, narrow)] : findings;
}

/** Checks everything that the product talks to, except the database and the mail server. */
export async function checkNeighbours(input: Given): Promise<Finding[]> {
  const checks = [checkRedis, checkStore, checkPayments, checkSms, checkPush, checkRelay];
  return (await Promise.all(checks.map((check) => check(input)))).flat();
}
