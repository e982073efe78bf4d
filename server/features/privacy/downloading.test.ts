import { strFromU8, unzipSync } from "fflate";
import { sql } from "kysely";
import { PgBoss } from "pg-boss";
import { logIn } from "#contract/auth.ts";
import { deleteChat, getChat, sendMessage } from "#contract/chat.ts";
import { dayMs } from "#contract/durations.ts";
import { likeMember } from "#contract/likes.ts";
import { getDownload, requestDownload } from "#contract/privacy.ts";
import { setSexuality } from "#contract/profiles.ts";
import { untilWaiting } from "#server/db/test-waiting.ts";
import { deleteOwnAccount, newestMail, restoreByLink } from "#server/features/account/test-leaving.ts";
import { rejectVoice } from "#server/features/chat/index.ts";
import { haveWritten, speakTo } from "#server/features/chat/voice/test-voice.ts";
import { photoFolder } from "#server/features/profiles/index.ts";
import { recording } from "#server/features/profiles/voice/test-recording.ts";
import type { TestClient } from "#server/http/test-client.ts";
import { isLeftOut } from "#server/member-data.ts";
import { test as base, expect, type Fixtures } from "#server/test.ts";
import { markReady } from "./download-store.ts";
import { purgeDownloads } from "./jobs.ts";
import { prepareDownload } from "./prepare-download.ts";
import { withholdingsOf } from "./test-member-tables.ts";
import { plantMember } from "./test-plant.ts";

let count = 0;
type Member = Awaited<ReturnType<Fixtures["signedUp"]>>;

const state = async ({ client }: Pick<Member, "client">) => (await client.call(getDownload)).body.download;
async function readyOf(who: Pick<Member, "client">) {
  const download = await state(who);
  if (download.state !== "ready") throw new Error(`not ready: ${JSON.stringify(download)}`);
  return download;
}

const test = base
  .extend("person", { scope: "file" }, ({ signedUp }) => async (name: string) => {
    count += 1;
    return await signedUp({ name: `${name} ${count}`, email: `downloads${count}@example.org` });
  })
  .extend(
    "fetchBy",
    { scope: "file" },
    ({ app }) =>
      (client: TestClient, address: string, host = "localhost") =>
        app.inject({ url: address, headers: { host, cookie: `auth=${client.cookies.get("auth") ?? ""}` } }),
  )
  /** Requests the archive, runs the job that builds it, and returns the download. */
  .extend("ready", { scope: "file" }, ({ services }) => async (who: Pick<Member, "client">) => {
    await who.client.call(requestDownload);
    await services.jobs.drain(services);
    return await readyOf(who);
  })
  .extend("dataAt", { scope: "file" }, ({ fetchBy }) => async ({ client }: Member, address: string) => {
    const files = unzipSync((await fetchBy(client, address)).rawPayload);
    return JSON.parse(strFromU8(files["data.json"] ?? new Uint8Array()));
  })
  .extend("requestOf", { scope: "file" }, ({ services }) => async ({ id }: Pick<Member, "id">) => {
    const rows = services.db.selectFrom("data_downloads").select("id").where("member_id", "=", id);
    return await rows.executeTakeFirstOrThrow();
  })
  .extend(
    "storedOf",
    { scope: "file" },
    ({ services }) =>
      (id: string) =>
        [...services.files.stored.keys()].filter((key) => key.startsWith("downloads/") && key.includes(id)),
  );

test.beforeEach(({ services }) => services.clock.set("2026-11-20T18:00:00Z"));

test("D3.9 a member requests their data, gets a mail when it is ready, and fetches it", async ({
  fetchBy,
  person,
  services,
  given,
}) => {
  const anna = await person("Anna");
  expect(await state(anna)).toEqual({ state: "none" });
  const requested = await anna.client.call(requestDownload);
  expect(requested.body.download).toEqual({ state: "preparing" });
  await services.jobs.drain(services);
  const download = await readyOf(anna);
  expect(download).toMatchObject({ state: "ready", until: "2026-11-27T18:00:00.000Z" });
  const mail = await newestMail(given, anna.form.email);
  expect(mail.subject).toBe("Your data from Rendezvous is ready");
  expect(mail.text).toContain("http://localhost:3000/notifications");
  const answer = await fetchBy(anna.client, download.address);
  expect(answer.headers).toMatchObject({
    "cache-control": "no-store",
    "content-type": "application/zip",
    "content-disposition": 'attachment; filename="my-data-2026-11-20.zip"',
    "x-content-type-options": "nosniff",
  });
  expect(answer.rawPayload.byteLength).toBe(download.bytes);
  const files = unzipSync(answer.rawPayload);
  expect(Object.keys(files)).toEqual(["README.txt", "data.json"]);
  expect(strFromU8(files["README.txt"] ?? new Uint8Array())).toContain(
    `a copy of the data that Rendezvous held about ${anna.form.name}`,
  );
});

test("D3.9 data.json contains every column of the member's rows, except the withheld ones", async ({
  services,
  siteIds,
}) => {
  const { id, markers, siteId } = await plantMember(services, siteIds[0]);
  const request = await services.db
    .updateTable("data_downloads")
    .set({ origin: "http://localhost" })
    .where("member_id", "=", id)
    .returning("id")
    .executeTakeFirstOrThrow();
  const photo = await services.db
    .selectFrom("photos")
    .select("id")
    .where("member_id", "=", id)
    .executeTakeFirstOrThrow();
  const folder = photoFolder({ siteId, memberId: id, id: photo.id });
  await services.files.put(`${folder}full.jpg`, Buffer.from("as large as we keep it"), "image/jpeg");
  await prepareDownload.run(services, { id: request.id });
  const archive = await services.files.get(`downloads/${siteId}/${id}/${request.id}/data.zip`);
  const files = unzipSync(archive ?? Buffer.alloc(0));
  expect(strFromU8(files[`photos/${photo.id}.jpg`] ?? new Uint8Array())).toBe("as large as we keep it");
  const text = strFromU8(files["data.json"] ?? new Uint8Array());
  const data = JSON.parse(text);
  expect(Object.keys(data)).toEqual(["site", "made_at", ...services.memberData.map(({ part }) => part)]);
  expect(data.photos).toMatchObject([{ id: photo.id, file: `photos/${photo.id}.jpg` }]);

  const tables = withholdingsOf(services.memberData);
  for (const [where, marker] of markers) {
    const [table, column = ""] = where.split(".");
    const own = tables.filter((entry) => entry.table === table);
    if (own.length === 0 || where === "data_downloads.origin") continue;
    const isDisclosed = own.some((entry) => !isLeftOut(entry, column));
    expect(text.includes(marker), where).toBe(isDisclosed);
  }
});

test("R12.01 D3.9 the archive has the voice messages that the member sent, without the file of a rejected one", async ({
  member,
  ready,
  fetchBy,
  services,
}) => {
  const [anna, ben] = [await member({ credits: 20 }), await member({ credits: 20 })];
  await haveWritten(anna, ben);
  for (const [from, to] of [
    [anna, ben],
    [anna, ben],
    [ben, anna],
  ] as const) {
    services.clock.advance(1_000);
    expect((await speakTo(from, to, await recording())).status).toBe(200);
  }
  const sent = await services.db
    .selectFrom("voice_messages")
    .select("id")
    .where("author_id", "=", anna.id)
    .orderBy("created_at")
    .execute();
  const [kept = "", rejected = ""] = sent.map(({ id }) => id);
  await rejectVoice(services, rejected, { reason: "other", decisionId: services.random.uuid() });
  const files = unzipSync((await fetchBy(anna.client, (await ready(anna)).address)).rawPayload);
  expect(Object.keys(files).filter((name) => name.startsWith("voice/"))).toEqual([`voice/${kept}.webm`]);
  const data = JSON.parse(strFromU8(files["data.json"] ?? new Uint8Array()));
  expect(data.voice_messages).toMatchObject([
    { id: kept, seconds: 2, waveform: [0, 80, 35], status: "active", file: `voice/${kept}.webm` },
    { id: rejected, status: "rejected", reason: "other", file: null },
  ]);
  expect(data.voice_messages[0]).not.toHaveProperty("body_hash");
});

test("D3.9 the archive has both sides of chats, without deleted chats and texts of deleted members", async ({
  ready,
  dataAt,
  person,
}) => {
  const [anna, eva, tom, lisa] = [await person("Anna"), await person("Eva"), await person("Tom"), await person("Lisa")];
  const say = async (from: Member, to: Member, text: string) =>
    (await from.client.call(sendMessage, { body: { member: to.id, text } })).body.conversation;
  await say(anna, eva, "To Eva");
  await say(eva, anna, "From Eva");
  await say(anna, tom, "To Tom");
  await say(tom, anna, "From Tom");
  await anna.client.call(likeMember, { body: { id: eva.id } });
  await eva.client.call(likeMember, { body: { id: anna.id } });
  await deleteOwnAccount(tom.client);
  const removed = await say(lisa, anna, "From Lisa");
  await say(anna, lisa, "To Lisa");
  await anna.client.call(deleteChat, { body: { conversation: removed } });
  const { address } = await ready(anna);
  const data = await dataAt(anna, address);
  const chats = data.conversations.map((chat: { with: unknown; messages: { text: string; from_you: boolean }[] }) => [
    chat.with,
    chat.messages.map((message) => `${message.from_you ? "me" : "them"}: ${message.text}`),
  ]);
  expect(chats).toEqual([
    [{ id: eva.id, name: eva.form.name }, ["me: To Eva", "them: From Eva"]],
    [null, ["me: To Tom"]],
    [{ id: lisa.id, name: lisa.form.name }, ["me: To Lisa"]],
  ]);
  const partner = { id: eva.id, name: eva.form.name };
  expect(data.likes_given).toMatchObject([{ to: partner, automatic: false }]);
  expect(data.likes_received).toMatchObject([{ from: partner }]);
  expect(data.matches).toMatchObject([{ member: partner }]);
  expect(data.account).toMatchObject({ email: anna.form.email, name: anna.form.name });
  expect(data.profile).toMatchObject({ date_of_birth: "1994-05-17", gender: "female" });
  expect(data.ledger).toHaveLength(4);
  expect(data.devices[0]).not.toHaveProperty("token_hash");
  expect(JSON.stringify(data)).not.toContain("argon2");
  expect((await eva.client.call(getChat, { query: { member: anna.id } })).status).toBe(200);
});

test("D3.9 only the member can fetch it: no other member, no visitor, not on another site", async ({
  ready,
  fetchBy,
  person,
  visitor,
}) => {
  const [anna, eva] = [await person("Anna"), await person("Eva")];
  const { address } = await ready(anna);
  const status = async (client: TestClient, path = address, host?: string) =>
    (await fetchBy(client, path, host)).statusCode;
  expect(await status(anna.client)).toBe(200);
  expect(await status(eva.client)).toBe(404);
  expect(await status(visitor())).toBe(404);
  expect(await status(anna.client, address, "127.0.0.1")).toBe(404);
  for (const path of ["/data-downloads/x", "/data-downloads/..%2F..%2Fphotos", `${address}/data.zip`]) {
    expect(await status(anna.client, path), path).toBe(404);
  }
  await deleteOwnAccount(anna.client);
  expect(await status(anna.client)).toBe(404);
});

test("D3.9 a member can request once a day; the new archive replaces the old one", async ({
  storedOf,
  ready,
  fetchBy,
  person,
  services,
}) => {
  const anna = await person("Anna");
  const first = await ready(anna);
  const again = await anna.client.call(requestDownload);
  expect([again.status, again.body.error?.code, again.headers["retry-after"]]).toEqual([
    429,
    "download_too_soon",
    "86400",
  ]);
  services.clock.advance(dayMs);
  const second = await ready(anna);
  expect(second.address).not.toBe(first.address);
  expect((await fetchBy(anna.client, first.address)).statusCode).toBe(404);
  expect(storedOf(anna.id)).toHaveLength(1);
});

test("D3.9 simultaneous requests from two tabs get one archive", async ({ person }) => {
  const anna = await person("Anna");
  const answers = await Promise.all([anna.client.call(requestDownload), anna.client.call(requestDownload)]);
  expect(answers.map((answer) => answer.status).sort()).toEqual([200, 429]);
});

test("D3.9 after seven days it can't be fetched any more, and the job deletes the file", async ({
  storedOf,
  ready,
  fetchBy,
  person,
  services,
}) => {
  const anna = await person("Anna");
  const { address } = await ready(anna);
  services.clock.advance(7 * dayMs - 1);
  await anna.client.call(logIn, { body: { login: anna.form.email, password: anna.form.password } });
  expect((await fetchBy(anna.client, address)).statusCode).toBe(200);
  await purgeDownloads.run(services, {});
  expect(storedOf(anna.id)).toHaveLength(1);
  services.clock.advance(1);
  expect(await state(anna)).toEqual({ state: "none" });
  expect((await fetchBy(anna.client, address)).statusCode).toBe(404);
  await purgeDownloads.run(services, {});
  expect(storedOf(anna.id)).toEqual([]);
  expect((await anna.client.call(requestDownload)).status).toBe(200);
});

test("D3.9 if the file store is down the job retries; after a day the member may request again", async ({
  person,
  services,
  siteIds,
  requestOf,
}) => {
  const anna = await person("Anna");
  await anna.client.call(requestDownload);
  const request = await requestOf(anna);
  const down = { ...services, files: { ...services.files, put: () => Promise.reject(new Error("down")) } };
  await expect(prepareDownload.run(down, request)).rejects.toThrow("down");
  expect(await state(anna)).toMatchObject({ state: "preparing" });
  await services.jobs.drain(services);
  expect(await state(anna)).toMatchObject({ state: "ready" });
  await prepareDownload.run(services, request);
  await services.jobs.drain(services);
  const mails = services.mail.sent.filter((mail) => mail.to === anna.form.email && mail.subject.includes("data"));
  expect(mails).toHaveLength(1);

  const eva = await person("Eva");
  await services.db
    .insertInto("data_downloads")
    .values({
      member_id: eva.id,
      site_id: siteIds[0],
      id: crypto.randomUUID(),
      origin: "http://localhost",
      requested_at: services.clock.now(),
    })
    .execute();
  expect(await state(eva)).toMatchObject({ state: "preparing" });
  services.clock.advance(dayMs);
  expect(await state(eva)).toEqual({ state: "none" });
});

test("D3.9 two runs that overlap leave the archive that the first of them made ready", async ({
  person,
  services,
  storedOf,
  ready,
  fetchBy,
  requestOf,
}) => {
  const anna = await person("Anna");
  await ready(anna);
  services.clock.advance(dayMs);
  await anna.client.call(requestDownload);
  const request = await requestOf(anna);
  const { files } = services;
  /** A run so slow that another one does the whole work before this one touches a file. */
  const slowRun = (put: typeof files.put) => {
    let other: Promise<void> | undefined;
    const otherRun = () => {
      other ??= prepareDownload.run(services, request);
      return other;
    };
    const slow: typeof files = {
      ...files,
      put: (key, bytes, type) => otherRun().then(() => put(key, bytes, type)),
      remove: (folder) => otherRun().then(() => files.remove(folder)),
    };
    return prepareDownload.run({ ...services, files: slow }, request);
  };
  const isServed = async () => {
    const download = await state(anna);
    return download.state === "ready" && (await fetchBy(anna.client, download.address)).statusCode === 200;
  };
  await slowRun(files.put);
  expect(await isServed()).toBe(true);
  expect(storedOf(anna.id)).toHaveLength(1);

  const waiting = { ready_at: null, expires_at: null, bytes: null };
  await services.db.updateTable("data_downloads").set(waiting).where("id", "=", request.id).execute();
  await expect(slowRun(() => Promise.reject(new Error("killed")))).rejects.toThrow("killed");
  expect(await isServed()).toBe(true);
});

const withdrawConsent = async ({ client }: Member) =>
  expect((await client.call(setSexuality, { body: { seeks: null } })).status).toBe(200);

test("D3.9 D11.5 if a consent is withdrawn while the archive is stored, it is built anew without the data", async ({
  person,
  services,
  storedOf,
  dataAt,
  requestOf,
}) => {
  const anna = await person("Anna");
  await anna.client.call(requestDownload);
  const { files } = services;
  const slow: typeof files = {
    ...files,
    put: (key, bytes, type) => withdrawConsent(anna).then(() => files.put(key, bytes, type)),
  };
  await prepareDownload.run({ ...services, files: slow }, await requestOf(anna));
  expect([(await state(anna)).state, storedOf(anna.id)]).toEqual(["preparing", []]);
  await services.jobs.drain(services);
  const download = await readyOf(anna);
  expect((await dataAt(anna, download.address)).profile).toMatchObject({ gender: "female", sexuality: null });
  expect(storedOf(anna.id)).toHaveLength(1);
  const mails = services.mail.sent.filter((mail) => mail.to === anna.form.email && mail.subject.includes("data"));
  expect(mails).toHaveLength(1);
});

test("D3.9 D11.5 a slow run leaves the archive that was built anew meanwhile", async ({
  person,
  services,
  storedOf,
  dataAt,
  requestOf,
}) => {
  const anna = await person("Anna");
  await anna.client.call(requestDownload);
  const { files } = services;
  const slow: typeof files = {
    ...files,
    async *list(after) {
      await withdrawConsent(anna);
      await services.jobs.drain(services);
      yield* files.list(after);
    },
  };
  await prepareDownload.run({ ...services, files: slow }, await requestOf(anna));
  const download = await readyOf(anna);
  expect(storedOf(anna.id)).toHaveLength(1);
  expect((await dataAt(anna, download.address)).profile).toMatchObject({ gender: "female", sexuality: null });
});

test("D3.9 D11.5 an archive that becomes ready while a consent is withdrawn can't be fetched", async ({
  person,
  services,
  requestOf,
}) => {
  const { db, clock } = services;
  const anna = await person("Anna");
  await anna.client.call(requestDownload);
  const { id } = await requestOf(anna);
  const { withdrawal } = await db.transaction().execute(async (trx) => {
    const now = clock.now();
    await markReady(trx, id, { now, until: new Date(now.getTime() + dayMs), bytes: 1 });
    const withdrawing = withdrawConsent(anna);
    await untilWaiting(db);
    return { withdrawal: withdrawing };
  });
  await withdrawal;
  expect(await state(anna)).toEqual({ state: "none" });
});

test("D3.9 nothing is built for an account deleted meanwhile; once restored it can request again", async ({
  storedOf,
  person,
  services,
  given,
}) => {
  const anna = await person("Anna");
  await anna.client.call(requestDownload);
  await deleteOwnAccount(anna.client);
  await services.jobs.drain(services);
  expect(storedOf(anna.id)).toEqual([]);
  const { client } = await restoreByLink(given, anna.form.email);
  expect(await state({ client })).toEqual({ state: "none" });
  expect((await client.call(requestDownload)).status).toBe(200);
});

test("D3.9 if the process that builds an archive is killed, another takes over after half a minute", async ({
  person,
  services,
}) => {
  const anna = await person("Anna");
  await anna.client.call(requestDownload);
  const killed = new PgBoss({ connectionString: services.config.databaseUrl ?? "", schedule: false, supervise: false });
  await killed.start();
  expect(await killed.fetch(prepareDownload.name)).toHaveLength(1);
  await sql`update pgboss.job set heartbeat_on = now() - interval '31 seconds', started_on = now() - interval '31 seconds'
    where name = ${prepareDownload.name} and state = 'active'`.execute(services.db);
  await killed.supervise();
  await killed.stop({ graceful: false });
  // the first retry waits for some seconds
  await sql`update pgboss.job set start_after = now() where name = ${prepareDownload.name}`.execute(services.db);
  await services.jobs.drain(services);
  expect((await state(anna)).state).toBe("ready");
});
