import { createHash, randomUUID } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import sharp from "sharp";
import { checkSignup } from "#contract/account.ts";
import { addApiKey } from "#contract/api-keys.ts";
import { type installationScopes, programScopes } from "#contract/constants.ts";
import { getDecisions, objectToDecision } from "#contract/decisions.ts";
import { getInstallations } from "#contract/installations.ts";
import * as office from "#contract/office.ts";
import { uploadPhoto } from "#contract/photos.ts";
import { restoreMember, sanctionMember } from "#contract/staff-members.ts";
import { makeMember } from "#demo/factories.ts";
import { readInstallations } from "#server/config/service-urls.ts";
import { setMoveState } from "#server/db/site-moves.ts";
import { testApp } from "#server/db/test-database.ts";
import { TestClient } from "#server/http/test-client.ts";
import { createInstallations } from "#server/ports/installations/http.ts";
import { expect, type Member } from "#server/test.ts";
import { staffMember } from "../staff/test-staff.ts";
import { test as base, waitingPhoto } from "../test-office.ts";
import { listRefusals, pullRefusals } from "./refusals.ts";

type App = Awaited<ReturnType<typeof testApp>>;
type Scope = (typeof installationScopes)[number];

const noKey = `rv_${"0".repeat(32)}_${"A".repeat(43)}`;
const addressOf = (server: Pick<Server, "address">) => `127.0.0.1:${(server.address() as AddressInfo).port}`;

const keyFor = async (given: App, scopes: Scope[]) => {
  const { client } = await staffMember(given, "admin");
  const body = { name: `Team ${randomUUID().slice(0, 8)}`, site: null, scopes, days: "30" as const };
  return (await client.call(addApiKey, { body })).body.secret ?? "";
};

const memberOf = async (given: App): Promise<Member> => {
  const made = await makeMember(given.services, { siteId: given.siteIds[0] ?? 0 });
  const client = new TestClient(given.app);
  client.cookies.set("auth", made.cookie.slice("auth=".length));
  return { ...made, client };
};

const test = base
  /** Another installation, which listens. */
  // biome-ignore lint/correctness/noEmptyPattern: vitest wants a pattern as the first parameter
  .extend("other", { scope: "file" }, async ({}, { onCleanup }) => {
    const other = await testApp();
    onCleanup(other.close);
    await other.app.listen({ host: "127.0.0.1", port: 0 });
    return other;
  })
  .extend("boss", { scope: "file" }, ({ other }) => staffMember(other, "admin"))
  /** Configures other installations here until the test ends: addresses with their keys. */
  .extend("connect", ({ services }, { onCleanup }) => {
    const set = (text: string) => {
      const installations = text === "" ? [] : readInstallations(text);
      if (!installations) throw new Error(`not a list of installations: ${text}`);
      Object.assign(services, { installations: createInstallations(installations) });
      Object.assign(services.config, { installations });
    };
    onCleanup(() => set(""));
    return (...others: { at: string; key: string }[]) =>
      set(others.map(({ at, key }) => `http://:${key}@${at}`).join(","));
  })
  /** A server that answers as `listener` does, until the test ends. */
  // biome-ignore lint/correctness/noEmptyPattern: vitest wants a pattern as the first parameter
  .extend("fake", ({}, { onCleanup }) => {
    const servers: Server[] = [];
    onCleanup(() => {
      for (const server of servers) {
        server.closeAllConnections();
        server.close();
      }
    });
    return async (listener: Parameters<typeof createServer>[1]) => {
      const server = createServer(listener);
      servers.push(server);
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
      return addressOf(server);
    };
  });

const othersOf = async ({ client }: { client: TestClient }) => (await client.call(getInstallations)).body.others;

test("R13.05 staff log in once and see the queues, alerts and figures of each installation", async ({
  ada,
  other,
  connect,
  services,
}) => {
  const name = addressOf(other.app.server);
  connect({ at: name, key: await keyFor(other, ["team"]) });
  await waitingPhoto(await memberOf(other));
  const { here, others } = (await ada.client.call(getInstallations)).body;
  const waiting = ({ queues }: typeof here) => queues.find((queue) => queue.name === "photos")?.waiting;
  expect([waiting(here), others.map(({ state }) => state && waiting(state))]).toEqual([0, [1]]);
  const now = services.clock.now().toISOString();
  expect(others).toMatchObject([{ name, answer: "answers", answered_at: now, pulled_at: null }]);
  expect(others[0]?.state?.sites.map(({ site }) => site).sort()).toEqual(["abendrot", "rendezvous"]);
  // no worker of the tests has run
  expect(others[0]?.state?.alerts).toEqual(["worker"]);
});

test("R13.05 an installation that is silent, refuses, leads elsewhere or answers nonsense is shown as such, with its last answer", async ({
  ada,
  other,
  connect,
  fake,
  services,
}) => {
  const asked: string[] = [];
  const place = await fake((request, response) => {
    asked.push(request.url ?? "");
    response.end("{}");
  });
  const at = addressOf(other.app.server);
  const silent = await fake(() => {});
  const gone = await fake((request) => void request.socket.destroy());
  const leading = await fake((_, response) => void response.writeHead(302, { location: `http://${place}/` }).end());
  const nonsense = await fake((_, response) => void response.end(JSON.stringify({ at: "today", queues: [] })));
  connect({ at, key: await keyFor(other, ["team"]) });
  const before = services.clock.now().toISOString();
  await othersOf(ada);
  services.clock.advance(60_000);
  const scopeless = await keyFor(other, ["refusals"]);
  const keys = [silent, gone, leading, nonsense].map((each) => ({ at: each, key: noKey }));
  const began = performance.now();
  connect({ at, key: scopeless }, ...keys);
  const others = await othersOf(ada);
  expect(performance.now() - began).toBeLessThan(10_000);
  expect(others.map(({ answer, answered_at, state }) => [answer, answered_at, state])).toEqual([
    ["refused", before, null],
    ["silent", null, null],
    ["silent", null, null],
    ["unfit", null, null],
    ["unfit", null, null],
  ]);
  expect(asked).toEqual([]);
});

/** A picture of soft spots, which has fingerprints; `level` changes its bytes and no pixel. */
const spots = async (seed: number, level = 6) =>
  await sharp(createHash("sha512").update(`${seed}`).digest().subarray(0, 48), {
    raw: { width: 6, height: 8, channels: 1 },
  })
    .resize({ width: 320, height: 400, fit: "fill", kernel: "cubic" })
    .png({ compressionLevel: level })
    .toBuffer();

const upload = async ({ client }: Member, body: Uint8Array) =>
  (await client.call(uploadPhoto, { body }, { key: randomUUID() })).body;
const codeOf = async (member: Member, body: Uint8Array) => (await upload(member, body)).error?.code ?? "";

/** Staff of the other installation refuse a picture for all sites. */
async function rejectThere(other: App, boss: { client: TestClient }, picture: Uint8Array): Promise<Member> {
  const author = await memberOf(other);
  const { id } = (await upload(author, picture)).photo;
  const { status } = await boss.client.call(office.decidePhoto, { body: { id, verdict: "minor" } });
  expect(status).toBe(200);
  return author;
}

test("R13.05 D8.2 a picture that no site there may show is refused here, until it is allowed there again", async ({
  other,
  boss,
  connect,
  member,
  services,
}) => {
  const [anna, ben] = [await member(), await member()];
  const picture = await spots(1, 1);
  const author = await rejectThere(other, boss, picture);
  connect({ at: addressOf(other.app.server), key: await keyFor(other, ["refusals"]) });
  await pullRefusals.run(services, {});
  expect(await codeOf(anna, picture)).toBe("photo_rejected_before");
  // the same pixels in another file
  const again = await spots(1, 9);
  expect(again.equals(picture)).toBe(false);
  expect(await codeOf(ben, again)).toBe("photo_rejected_before");
  // keyed hashes have no distance: a near copy is not recognised
  expect(await codeOf(ben, await sharp(picture).extract({ left: 9, top: 9, width: 290, height: 370 }).toBuffer())).toBe(
    "",
  );
  expect(await codeOf(anna, await spots(2))).toBe("");
  const { decisions } = (await anna.client.call(getDecisions)).body;
  expect(decisions).toMatchObject([{ decision: "photo_refused", ground: "minor" }]);
  const kept = await services.db.selectFrom("shared_refusals").selectAll().execute();
  expect(kept.length).toBeGreaterThan(2);
  expect(JSON.stringify(kept)).not.toContain(createHash("sha256").update(picture).digest("hex"));

  const [decision] = (await author.client.call(getDecisions)).body.decisions;
  const back = { id: author.id, version: 0, decision: decision?.id ?? "", words: "Sorry." };
  expect((await boss.client.call(restoreMember, { body: back })).status).toBe(200);
  await pullRefusals.run(services, {});
  expect(await codeOf(await member(), picture)).toBe("");
  const log = services.db.selectFrom("audit_log").select(["staff_id", "subject", "detail"]);
  const entries = await log.where("action", "=", "refusals_pulled").orderBy("id").execute();
  const subject = `installation:${addressOf(other.app.server)}`;
  expect(entries).toEqual([
    { staff_id: null, subject, detail: { added: kept.length, removed: 0 } },
    { staff_id: null, subject, detail: { added: 0, removed: kept.length } },
  ]);
});

test("R13.05 D11.2 an objection that is upheld here allows the picture here, whatever is taken over again", async ({
  ada,
  other,
  boss,
  connect,
  member,
  services,
}) => {
  const anna = await member();
  const picture = await spots(3);
  await rejectThere(other, boss, picture);
  connect({ at: addressOf(other.app.server), key: await keyFor(other, ["refusals"]) });
  await pullRefusals.run(services, {});
  expect(await codeOf(anna, picture)).toBe("photo_rejected_before");
  const [decision] = (await anna.client.call(getDecisions)).body.decisions;
  const id = decision?.id ?? "";
  await anna.client.call(objectToDecision, { body: { id, text: "I am forty" } });
  const upheld = { id, verdict: "upheld", words: "Fair." } as const;
  expect((await ada.client.call(office.decideObjection, { body: upheld })).status).toBe(200);
  expect(await codeOf(anna, picture)).toBe("");
  await pullRefusals.run(services, {});
  expect(await codeOf(await member(), picture)).toBe("");
});

test("R13.05 D11.2 a ban taken over binds its site alone, in each spelling, until it is lifted; who asked for a ban is not told", async ({
  other,
  boss,
  connect,
  visitor,
  services,
  siteIds,
}) => {
  const [banned, asking] = [await memberOf(other), await memberOf(other)];
  const { db, clock } = other.services;
  const nameAs = (email: string, id: string) =>
    db.updateTable("accounts").set({ email }).where("id", "=", id).execute();
  await nameAs("Bad.One@gmail.com", banned.id);
  await nameAs("asks@example.org", asking.id);
  const measure = { measure: "banned", days: 7, ground: "harassment", words: "Why" } as const;
  const body = { id: banned.id, version: 0, ...measure };
  expect((await boss.client.call(sanctionMember, { body })).status).toBe(200);
  const siteId = other.siteIds[0] ?? 0;
  const byRequest = { site_id: siteId, email: "asks@example.org", cause: "request", created_at: clock.now() };
  await db.insertInto("banned_addresses").values(byRequest).execute();
  const isTaken = async (email: string, host?: string) =>
    (await visitor(host).call(checkSignup, { body: { email } })).body.error?.field_codes?.email === "email_taken";
  connect({ at: addressOf(other.app.server), key: await keyFor(other, ["refusals"]) });
  expect(await isTaken("badone@gmail.com")).toBe(false);
  await pullRefusals.run(services, {});
  // the same site, as a backup has it that is older than the ban; and another one
  expect(siteIds[0]).toBe(siteId);
  const refusedOn = [await isTaken("b.a.d.one+x@gmail.com"), await isTaken("badone@gmail.com", "127.0.0.1")];
  expect(refusedOn).toEqual([true, false]);
  expect([await isTaken("good.one@gmail.com"), await isTaken("asks@example.org")]).toEqual([false, false]);
  const kept = JSON.stringify(await services.db.selectFrom("shared_refusals").selectAll().execute());
  expect(kept.toLowerCase()).not.toContain("bad");

  const back = { id: banned.id, version: 1, words: "Sorry." };
  expect((await boss.client.call(restoreMember, { body: back })).status).toBe(200);
  await pullRefusals.run(services, {});
  expect(await isTaken("badone@gmail.com")).toBe(false);
});

test("R13.05 an old copy of a site that moved away refuses nothing elsewhere", async ({ other, boss }) => {
  await rejectThere(other, boss, await spots(4));
  const { db, clock } = other.services;
  const siteId = other.siteIds[0] ?? 0;
  expect((await listRefusals(other.services)).pictures).not.toEqual([]);
  await setMoveState(db, siteId, "moved", clock.now());
  expect(await listRefusals(other.services)).toMatchObject({ pictures: [], mailboxes: [] });
  await setMoveState(db, siteId, null, clock.now());
});

test("R13.05 what was taken over stays while an installation is silent or has another SECRET, and goes when it is configured no more", async ({
  other,
  boss,
  connect,
  services,
}) => {
  await rejectThere(other, boss, await spots(5));
  const at = addressOf(other.app.server);
  const key = await keyFor(other, ["refusals"]);
  const count = async () => (await services.db.selectFrom("shared_refusals").select("hash").execute()).length;
  // what an earlier test took over
  await pullRefusals.run(services, {});
  connect({ at, key });
  const config = { ...services.config, secret: "another secret for tests, long enough" };
  await pullRefusals.run({ ...services, config }, {});
  expect(await count()).toBe(0);
  await pullRefusals.run(services, {});
  const taken = await count();
  expect(taken).toBeGreaterThan(2);
  connect({ at, key: noKey });
  await pullRefusals.run(services, {});
  expect(await count()).toBe(taken);
  connect();
  await pullRefusals.run(services, {});
  expect(await count()).toBe(0);
});

test("R13.05 a key of one site can't be of the whole installation", async ({ ada }) => {
  for (const scope of programScopes) {
    const body = { name: "One site", site: "rendezvous", scopes: [scope], days: "30" as const };
    const { status } = await ada.client.call(addApiKey, { body });
    expect([scope, status]).toEqual([scope, ["team", "refusals"].includes(scope) ? 400 : 200]);
  }
});
