import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { getUser } from "#contract/account.ts";
import { getApiKeys } from "#contract/api-keys.ts";
import { getChat, sendMessage } from "#contract/chat.ts";
import { reportMember } from "#contract/moderation.ts";
import { getMemberFile } from "#contract/staff-members.ts";
import { listLockedTables } from "#server/db/copy-site.ts";
import { openPool } from "#server/db/pool.ts";
import { findMoveState } from "#server/db/site-moves.ts";
import { movesWith } from "#server/db/site-tables.ts";
import { sendMailJob } from "#server/features/mails/index.ts";
import { staffMember } from "#server/features/office/staff/test-staff.ts";
import { plantPurchase } from "#server/features/payments/test-purchase.ts";
import { plantMember } from "#server/features/privacy/test-plant.ts";
import { TestClient } from "#server/http/test-client.ts";
import { createJobs } from "#server/jobs/jobs.ts";
import { expect, type Member } from "#server/test.ts";
import { eraseCopy, moveSite, undoMove } from "./move-site.ts";
import { type Installation, type MovePhase, type Moving, movePhases } from "./moving.ts";
import { installationOf, letProcessesSee, quiet, readWholeSite, separateCompanies, testMoves } from "./test-move.ts";

const test = testMoves
  /** Members of the first site with a row in each table of theirs, and two who chat; purchases, a photo. */
  .extend("world", { scope: "file" }, async ({ services, siteIds, member }) => {
    const [siteId] = siteIds;
    await separateCompanies(services);
    await plantMember(services, siteId);
    const [anna, ben] = [await member({ credits: 20, photo: true }), await member({ credits: 20 })];
    await anna.client.call(sendMessage, { body: { member: ben.id, text: "Hello, Ben" } });
    await plantPurchase(services, anna);
    await plantPurchase(services, ben, { status: "pending" });
    await services.files.put(`photos/${siteId}/${anna.id}/x/full.webp`, Buffer.from("a photo"), "image/webp");
    return { anna, ben };
  })
  .extend("moving", { scope: "file" }, ({ given, other, siteIds, world: _ }): Moving => {
    const [from, to] = [installationOf(given, "/here"), installationOf(other, "/there")];
    return { from, to, siteId: siteIds[0], now: () => given.services.clock.now(), ...quiet };
  })
  /** Moves the site; both installations see it. Afterwards it is at home again, and the other one has nothing of it. */
  .extend("move", ({ given, other, moving }, { onCleanup }) => {
    const { from, to, siteId } = moving;
    onCleanup(async () => {
      if ((await findMoveState(from.db, siteId)) !== null) await undoMove(moving);
      const back = { ...moving, from: to, to: from };
      if ((await findMoveState(to.db, siteId)) !== null)
        await eraseCopy(back, String(await countAccounts(to.db, siteId)));
      letProcessesSee(given, other);
    });
    return async (more: Partial<Moving> = {}) => {
      await moveSite({ ...moving, ...more });
      letProcessesSee(given, other);
    };
  })
  /** A member's browser after the proxy leads to the other installation. */
  .extend("there", { scope: "file" }, ({ other }) => ({ cookie }: Pick<Member, "cookie">) => {
    const client = new TestClient(other.app, "localhost");
    client.cookies.set("auth", cookie.slice("auth=".length));
    return client;
  });

async function countAccounts(db: Moving["from"]["db"], siteId: number): Promise<number> {
  const accounts = db.selectFrom("accounts").select("id").where("site_id", "=", siteId);
  return (await accounts.execute()).length;
}

async function creditsOf(db: Moving["from"]["db"], { id }: Pick<Member, "id">): Promise<number> {
  const wallet = db.selectFrom("wallets").select("credits").where("member_id", "=", id);
  return (await wallet.executeTakeFirstOrThrow()).credits;
}

const breakable = "breakable";

/** Another pool of connections to an installation, which `breakConnections` ends. */
function reconnect(installation: Installation): Installation {
  const url = new URL(installation.config.databaseUrl ?? "");
  url.searchParams.set("application_name", breakable);
  return { ...installation, db: openPool(url.href, 6, () => {}).db };
}

async function breakConnections({ db }: Pick<Installation, "db">): Promise<void> {
  const broken = sql`from pg_stat_activity where application_name = ${breakable} and datname = current_database()`;
  await sql`select pg_terminate_backend(pid) ${broken}`.execute(db);
  while ((await sql`select ${broken}`.execute(db)).rows.length > 0) await pause(10);
}

/** A move as another process, which ends at a phase without a word: its connections break, its locks are free. */
async function killAt(phase: MovePhase, moving: Moving): Promise<void> {
  const [from, to] = [reconnect(moving.from), reconnect(moving.to)];
  const { promise: there, resolve } = Promise.withResolvers<void>();
  const never = new Promise<void>(() => {});
  const running = moveSite({
    ...moving,
    from,
    to,
    reached: async (at) => {
      if (at !== phase) return;
      resolve();
      await never;
    },
  });
  await Promise.race([there, running]);
  for (const installation of [moving.from, moving.to]) await breakConnections(installation);
}

test("a site moves whole: its members go on at the other installation with the same session, and back", async ({
  move,
  moving,
  there,
  given,
  other,
  world: { anna, ben },
}) => {
  const { siteId, from, to } = moving;
  const before = await readWholeSite(from.db, siteId);
  await move();
  expect(await readWholeSite(to.db, siteId)).toEqual(before);
  expect([await findMoveState(from.db, siteId), await findMoveState(to.db, siteId)]).toEqual(["moved", null]);
  expect(await to.files.get(`photos/${siteId}/${anna.id}/x/full.webp`)).toEqual(Buffer.from("a photo"));
  // the old installation
  const refused = await anna.client.call(getUser);
  expect([refused.status, refused.headers["retry-after"]]).toEqual([503, "15"]);
  // the new one
  expect((await there(anna).call(getUser)).status).toBe(200);
  const credits = await creditsOf(to.db, anna);
  const sent = await there(anna).call(sendMessage, { body: { member: ben.id, text: "Here too" } });
  expect(sent.status).toBe(200);
  const chat = JSON.stringify((await there(ben).call(getChat, { query: { member: anna.id } })).body);
  expect([chat.includes("Hello, Ben"), chat.includes("Here too")]).toEqual([true, true]);
  const paid = credits - (await creditsOf(to.db, anna));
  expect(paid).toBeGreaterThan(0);
  // and back, with what was written there
  const after = await readWholeSite(to.db, siteId);
  await undoMove(moving);
  letProcessesSee(given, other);
  expect(await readWholeSite(from.db, siteId)).toEqual(after);
  expect(await creditsOf(from.db, anna)).toBe(credits - paid);
  expect((await there(anna).call(getUser)).status).toBe(503);
  const back = JSON.stringify((await anna.client.call(getChat, { query: { member: ben.id } })).body);
  expect(back).toContain("Here too");
});

/** Two members exchange their names. */
async function exchangeNames(db: Moving["from"]["db"], one: Pick<Member, "id">, other: Pick<Member, "id">) {
  const accounts = db.selectFrom("accounts").select(["id", "name", "name_key"]).where("id", "in", [one.id, other.id]);
  const [first, second] = await accounts.execute();
  if (!first || !second) throw new Error("no accounts");
  const name = (id: string, named: { name: string; name_key: string }) =>
    db.updateTable("accounts").set({ name: named.name, name_key: named.name_key }).where("id", "=", id).execute();
  await name(first.id, { name: "between", name_key: "between" });
  await name(second.id, first);
  await name(first.id, second);
}

test("a member's photo, report and name that change during the copy are as they were made, and so on the way back", async ({
  move,
  moving,
  given,
  other,
  member,
}) => {
  const { siteId, from, to } = moving;
  const [carla, dora] = [await member({ photo: true }), await member()];
  const report = await carla.client.call(reportMember, { body: { member: dora.id, about: "profile", reason: "scam" } });
  expect(report.status).toBe(200);
  // a trigger takes the badge of the photo before
  const crop = (db: Moving["from"]["db"]) =>
    db
      .updateTable("photos")
      .set({ edition: crypto.randomUUID(), crop: "{}" })
      .where("member_id", "=", carla.id)
      .execute();
  const change = async (db: Moving["from"]["db"]) => {
    await exchangeNames(db, carla, dora);
    await crop(db);
    const verified = db.updateTable("profiles").set({ verified_at: given.services.clock.now() });
    await verified.where("member_id", "=", carla.id).execute();
    // its triggers add an event to the figures
    await sql`update reports set status = 'closed', closed_at = now() where reporter_id = ${carla.id}`.execute(db);
  };
  await move({ reached: async (phase) => (phase === "copied" ? await change(from.db) : undefined) });
  const moved = await readWholeSite(to.db, siteId);
  expect(moved).toEqual(await readWholeSite(from.db, siteId));
  await exchangeNames(to.db, carla, dora);
  await crop(to.db);
  const written = await readWholeSite(to.db, siteId);
  expect(written).not.toEqual(moved);
  await undoMove(moving);
  letProcessesSee(given, other);
  expect(await readWholeSite(from.db, siteId)).toEqual(written);
});

/** The table has no key: of three that are alike one goes, and another one is new. */
async function changeNotices(db: Moving["from"]["db"], account: string): Promise<void> {
  await sql`delete from notices_sent where ctid = (
    select min(ctid) from notices_sent where account_id = ${account})`.execute(db);
  await sql`insert into notices_sent (account_id, kind, channel, sent_at)
    select account_id, kind, channel, sent_at + interval '1 hour' from notices_sent
    where account_id = ${account} limit 1`.execute(db);
}

test("what is written during the first copy arrives, and during the rest callers are asked to come again", async ({
  move,
  moving,
  member,
  given,
  world: { anna, ben },
}) => {
  const { siteId, from, to } = moving;
  const leaver = await member({ credits: 5 });
  const text = (body: string) => anna.client.call(sendMessage, { body: { member: ben.id, text: body } });
  const refused: number[] = [];
  await sql`insert into notices_sent (account_id, kind, channel, sent_at)
    select ${anna.id}, kind, channel, now() from notices_sent, generate_series(1, 3) limit 3`.execute(from.db);
  await move({
    reached: async (phase) => {
      if (phase === "copied") {
        expect((await text("Written meanwhile")).status).toBe(200);
        await plantPurchase(given.services, ben);
        await changeNotices(from.db, anna.id);
        await from.db.deleteFrom("accounts").where("id", "=", leaver.id).execute();
        await from.db.updateTable("accounts").set({ language: "de" }).where("id", "=", anna.id).execute();
        await from.files.remove(`photos/${siteId}/${anna.id}/x/`);
        await from.files.put(`photos/${siteId}/${anna.id}/y/full.webp`, Buffer.from("another"), "image/webp");
      }
      if (phase === "frozen") {
        letProcessesSee(given);
        refused.push((await text("Too late")).status);
        const webhook = { method: "POST", url: "/api/payment-webhook.php", headers: { host: "localhost" } } as const;
        refused.push((await given.app.inject({ ...webhook, payload: { id: "sp_x" } })).statusCode);
      }
    },
  });
  expect(refused).toEqual([503, 503]);
  expect(await readWholeSite(to.db, siteId)).toEqual(await readWholeSite(from.db, siteId));
  const bodies = await to.db.selectFrom("messages").select("body").where("author_id", "=", anna.id).execute();
  expect(bodies.map(({ body }) => body)).toContain("Written meanwhile");
  expect(bodies.map(({ body }) => body)).not.toContain("Too late");
  expect(await to.files.get(`photos/${siteId}/${anna.id}/x/full.webp`)).toBeNull();
  expect(await to.files.get(`photos/${siteId}/${anna.id}/y/full.webp`)).toEqual(Buffer.from("another"));
});

/** The tables of which another transaction could change a row of the site, or refer to one. */
async function listFreeRows({ from: { db }, siteId }: Moving): Promise<string[]> {
  const free: string[] = [];
  for (const { table } of await listLockedTables(db)) {
    const { rows } = await sql`select from ${sql.table(table)} as t where ${movesWith(table, siteId)}
      limit 1 for key share of t skip locked`.execute(db);
    if (rows.length > 0) free.push(table);
  }
  return free;
}

test("no row of the site can be added, changed or deleted while its last rows are copied and for a while after, even by a request that began before", async ({
  move,
  moving,
  world: { anna, ben },
}) => {
  const outcomes: string[] = [];
  const tryTo = async (run: (trx: Moving["from"]["db"]) => Promise<unknown>) => {
    const trying = moving.from.db.transaction().execute(async (trx) => {
      await sql`set local lock_timeout = '50ms'`.execute(trx);
      await run(trx as unknown as Moving["from"]["db"]);
    });
    outcomes.push(await trying.then(() => "written").catch((error: { code?: string }) => error.code ?? "other"));
  };
  await move({
    reached: async (phase) => {
      // the old copy takes nothing, when the other one is open, which it would be lost for
      if (phase === "copied") expect(await listFreeRows(moving)).toContain("messages");
      if (phase !== "locked" && phase !== "opened") return;
      const chat = sql`select id from conversations limit 1`;
      await tryTo((trx) =>
        sql`insert into messages (conversation_id, author_id, author_kind, body, credits, key, created_at)
          select (${chat}), ${anna.id}, 'member', 'x', 0, gen_random_uuid(), now()`.execute(trx),
      );
      await tryTo((trx) =>
        trx
          .insertInto("site_settings")
          .values({ site_id: moving.siteId, key: "x", value: JSON.stringify(1) })
          .execute(),
      );
      await tryTo((trx) => trx.deleteFrom("accounts").where("id", "=", ben.id).execute());
      // what refers to nothing new
      await tryTo((trx) => sql`update profiles set last_active_at = now() where member_id = ${anna.id}`.execute(trx));
      await tryTo((trx) => sql`delete from sessions where account_id = ${anna.id}`.execute(trx));
      expect(await listFreeRows(moving)).toEqual([]);
    },
  });
  expect(outcomes).toEqual(Array(10).fill("55P03"));
});

const aMail = (siteId: number, to: string) =>
  ({
    siteId,
    to,
    language: "en",
    origin: "http://localhost",
    kind: "reset",
    params: { name: "Anna", link: "/x" },
  }) as const;

test("jobs that wait go along, once each; what the old copy would send is not sent", async ({
  move,
  moving,
  given,
  other,
  world: { anna },
}) => {
  const { siteId } = moving;
  const add = async ({ services }: typeof given) => {
    await services.jobs.drain(services);
    await services.jobs.add(services.db, sendMailJob, { ...aMail(siteId, anna.email), id: crypto.randomUUID() });
  };
  await add(given);
  const ran: number[] = [];
  await move({
    reached: async (phase) => {
      if (phase === "locked") ran.push(await given.services.jobs.drain(given.services));
    },
  });
  expect(ran).toEqual([0]);
  const sentTo = (app: typeof given) => app.services.mail.sent.filter(({ to }) => to === anna.email).length;
  const [here, there] = [sentTo(given), sentTo(other)];
  await sql`update pgboss.job set start_after = now()`.execute(other.services.db);
  await other.services.jobs.drain(other.services);
  expect(sentTo(other)).toBe(there + 1);
  await add(given);
  expect(sentTo(given)).toBe(here);
});

/** A worker that is killed in the middle of a job. */
async function killWorkerInJob(url: string): Promise<void> {
  const code = `import { createJobs } from "#server/jobs/jobs.ts";
    import { openPool } from "#server/db/pool.ts";
    import { sendMailJob } from "#server/features/mails/index.ts";
    const url = process.argv[1];
    const run = () => { console.log("it runs"); return new Promise(() => {}); };
    const jobs = await createJobs(url, [{ ...sendMailJob, run }], { worker: true, onError: console.error });
    await jobs.work({ db: openPool(url, 2, () => {}).db });`;
  const worker = spawn(process.execPath, ["--input-type=module", "-e", code, url], {
    cwd: join(import.meta.dirname, ".."),
    stdio: ["ignore", "pipe", "inherit"],
  });
  await once(worker.stdout, "data");
  worker.kill("SIGKILL");
  await once(worker, "exit");
}

test("a job that a killed worker left keeps no site closed: the move waits, while the site serves, and takes it along", async ({
  move,
  moving,
  given: { services },
  other,
  world: { anna },
}) => {
  const { from, siteId } = moving;
  await services.jobs.drain(services);
  await services.jobs.add(services.db, sendMailJob, { ...aMail(siteId, anna.email), id: crypto.randomUUID() });
  await killWorkerInJob(services.config.databaseUrl ?? "");
  const age = (seconds: number) =>
    sql`update pgboss.job set started_on = now() - ${seconds}::int * interval '1 second' where state = 'active'`.execute(
      from.db,
    );
  // no worker runs that would take it over
  await age(200);
  const closed: (string | null)[] = [];
  await expect(
    moveSite({ ...moving, reached: async () => void closed.push(await findMoveState(from.db, siteId)) }),
  ).rejects.toThrow(/No worker takes over .*send-mail \(since/);
  expect([await findMoveState(from.db, siteId), closed]).toEqual([null, [null, null]]);
  await age(1);
  const printed: string[] = [];
  const [here, there] = [services, other.services].map(({ mail }) => mail.sent.length);
  const { promise: waiting, resolve } = Promise.withResolvers<void>();
  const print = (line: string) => {
    printed.push(line);
    if (line.startsWith("Waiting for jobs")) resolve();
  };
  const running = move({ print });
  await waiting;
  expect([await findMoveState(from.db, siteId), (await anna.client.call(getUser)).status]).toEqual([null, 200]);
  expect(printed.at(-1)).toMatch(/^Waiting for jobs, while rendezvous serves: send-mail \(since/);
  await age(61);
  const worker = await createJobs(services.config.databaseUrl ?? "", [], { worker: true, onError: () => {} });
  await running;
  await worker.stop();
  await sql`update pgboss.job set start_after = now()`.execute(other.services.db);
  await other.services.jobs.drain(other.services);
  await services.jobs.drain(services);
  expect([services.mail.sent.length, other.services.mail.sent.length]).toEqual([here, (there ?? 0) + 1]);
});

test("a job that does not end while the site is closed opens it again until it has ended", async ({ move, moving }) => {
  const { from, siteId } = moving;
  const seen: unknown[] = [];
  const take = (state: string) => sql`update pgboss.job set state = ${state}::pgboss.job_state where name = 'stays'`;
  await sql`select pgboss.create_queue('stays', '{"policy": "standard"}')`.execute(from.db);
  await sql`insert into pgboss.job (name, started_on) values ('stays', now())`.execute(from.db);
  await move({
    patienceMs: 400,
    reached: async (phase) => {
      if (phase !== "frozen") return;
      seen.push(phase);
      if (seen.length === 1) await take("active").execute(from.db);
    },
    print: (line) => {
      if (!line.startsWith("Not ended in time: stays")) return;
      seen.push(
        findMoveState(from.db, siteId).then(async (state) => {
          await take("completed").execute(from.db);
          return state;
        }),
      );
    },
  });
  expect(await Promise.all(seen)).toEqual(["frozen", null, "frozen"]);
});

test("the team of the old installation decides about no copy, and about everything else as before", async ({
  move,
  moving,
  given,
  other,
  world: { anna },
}) => {
  const admin = await staffMember(given, "admin");
  const office = new TestClient(given.app, "127.0.0.1");
  for (const [name, value] of admin.client.cookies) office.cookies.set(name, value);
  const statuses = async () => [
    (await office.call(getMemberFile, { query: { id: anna.id } })).status,
    (await office.call(getApiKeys)).status,
  ];
  expect(await statuses()).toEqual([200, 200]);
  await move();
  expect(await statuses()).toEqual([404, 200]);
  await undoMove(moving);
  letProcessesSee(given, other);
  expect(await statuses()).toEqual([200, 200]);
});

test("a move that is killed at any moment is taken back, or goes on, with nothing lost and nothing doubled", async ({
  move,
  moving,
  given,
  other,
}) => {
  const { siteId, from, to } = moving;
  const before = await readWholeSite(from.db, siteId);
  for (const phase of movePhases) {
    await killAt(phase, moving);
    const [here, there] = [await findMoveState(from.db, siteId), await findMoveState(to.db, siteId)];
    const isOpenThere = there === null && (await countAccounts(to.db, siteId)) > 0;
    // never open at both
    expect([phase, here === null && isOpenThere]).toEqual([phase, false]);
    if (here === null) expect([phase, isOpenThere]).toEqual([phase, false]);
    else await undoMove(moving);
    letProcessesSee(given, other);
    expect([phase, await findMoveState(from.db, siteId)]).toEqual([phase, null]);
    expect([phase, await readWholeSite(from.db, siteId)]).toEqual([phase, before]);
    await killAt(phase, moving);
    await move();
    expect([phase, await readWholeSite(to.db, siteId)]).toEqual([phase, before]);
    await undoMove(moving);
    expect([phase, await readWholeSite(from.db, siteId)]).toEqual([phase, before]);
  }
});

test("the old copy is erased once the other installation has the site open, and another site stays", async ({
  move,
  moving,
  siteIds,
  world: { anna },
}) => {
  const { siteId, from, to } = moving;
  const neighbour = await readWholeSite(from.db, siteIds[1]);
  await expect(eraseCopy(moving, "1")).rejects.toThrow("no old copy");
  await move();
  const before = await readWholeSite(to.db, siteId);
  expect(await eraseCopy(moving, undefined)).toBe(false);
  expect(await eraseCopy(moving, String(await countAccounts(from.db, siteId)))).toBe(true);
  const left = Object.entries(await readWholeSite(from.db, siteId)).filter(([, rows]) => rows.length > 0);
  expect(left).toEqual([]);
  expect(await from.db.selectFrom("profiles").select("name").where("member_id", "=", anna.id).execute()).toEqual([]);
  expect(await from.files.get(`photos/${siteId}/${anna.id}/y/full.webp`)).toBeNull();
  expect(await to.files.get(`photos/${siteId}/${anna.id}/y/full.webp`)).not.toBeNull();
  expect(await readWholeSite(from.db, siteIds[1])).toEqual(neighbour);
  // and home again, as any site that comes
  await moveSite({ ...moving, from: to, to: from });
  expect(await readWholeSite(from.db, siteId)).toEqual(before);
});

test("a move refuses what would lose something, with all reasons at once", async ({ moving, siteIds, world: _ }) => {
  const { from, to, siteId } = moving;
  const strange = { ...to, config: { ...to.config, secret: "another secret, which is long enough", dataDir: "/here" } };
  await expect(moveSite({ ...moving, to: strange })).rejects.toThrow(/SECRET differs.*\n.*same file store/s);
  await expect(moveSite({ ...moving, siteId: siteIds[1] })).rejects.toThrow("The other installation has it already");
  await sql`update sites set company_id = (select company_id from sites where id = ${siteId})
    where id = ${siteIds[1]}`.execute(from.db);
  await expect(moveSite(moving)).rejects.toThrow("Its company also runs abendrot");
  await sql`update sites set company_id = (select max(id) from companies) where id = ${siteIds[1]}`.execute(from.db);
  const { rows } = await sql<{ name: string }>`
    delete from migrations where id = (select max(id) from migrations) returning name`.execute(to.db);
  await expect(moveSite(moving)).rejects.toThrow("different versions");
  await sql`insert into migrations (name, run_on) values (${rows[0]?.name}, now())`.execute(to.db);
  expect(await findMoveState(from.db, siteId)).toBeNull();
});

test("of two moves at once the second is refused", async ({ move, moving }) => {
  const refused: string[] = [];
  await move({
    reached: async (phase) => {
      if (phase === "copied") refused.push(await moveSite(moving).then(() => "moved", String));
    },
  });
  expect(refused).toEqual([expect.stringContaining("Another move")]);
});

/** A move that fails: what it says, and that the site is open here again and nothing of it is there. */
async function failToMove(moving: Moving, given: Parameters<typeof letProcessesSee>[0]): Promise<string> {
  const before = await readWholeSite(moving.from.db, moving.siteId);
  const said = await moveSite(moving).then(() => "it moved", String);
  letProcessesSee(given);
  expect([said, await findMoveState(moving.from.db, moving.siteId)]).toEqual([said, null]);
  expect(await readWholeSite(moving.from.db, moving.siteId)).toEqual(before);
  expect(await countAccounts(moving.to.db, moving.siteId)).toBe(0);
  return said;
}

test("an upgrade during the first copy ends the move", async ({ moving, given }) => {
  const { db } = moving.from;
  const reached = async (phase: MovePhase) => {
    if (phase === "copied") await sql`insert into migrations (name, run_on) values ('999_next', now())`.execute(db);
  };
  expect(await failToMove({ ...moving, reached }, given)).toContain("different versions");
  await sql`delete from migrations where name = '999_next'`.execute(db);
});

test("if the other installation breaks down, the site is open again, and moves once it is back", async ({
  move,
  moving,
  given,
  other,
  world: { anna },
}) => {
  for (const phase of ["copied", "frozen", "locked", "equal"] as const) {
    const to = reconnect(moving.to);
    const printed: string[] = [];
    const reached = async (at: MovePhase) => {
      if (at === phase) await breakConnections(moving.to);
    };
    const print = (line: string) => void printed.push(line);
    const said = await failToMove({ ...moving, to, reached, print }, given);
    expect([phase, said]).toEqual([phase, expect.stringMatching(/terminat|not queryable|connection/i)]);
    expect(printed.at(-1)).toBe("rendezvous is open here again.");
    expect((await anna.client.call(getUser)).status).toBe(200);
  }
  await move();
  await undoMove(moving);
  letProcessesSee(given, other);
});

/** An installation at whose address no database answers. */
const silent = (installation: Installation): Installation => ({
  ...installation,
  db: openPool("postgres://nobody@127.0.0.1:1/none", 2, () => {}).db,
});

test("a site that a killed move left closed is opened without the other installation, and cleared up there later", async ({
  moving,
  given,
  other,
  world: { anna },
}) => {
  const { siteId, from, to } = moving;
  await killAt("frozen", moving);
  letProcessesSee(given);
  expect((await anna.client.call(getUser)).status).toBe(503);
  const file = `photos/${siteId}/${anna.id}/y/full.webp`;
  expect(await to.files.get(file)).not.toBeNull();
  const printed: string[] = [];
  const away = { ...moving, to: silent(to), print: (line: string) => void printed.push(line) };
  await expect(moveSite(away)).rejects.toThrow(/ECONNREFUSED/);
  await undoMove(away);
  letProcessesSee(given, other);
  expect(printed).toEqual([expect.stringContaining("is open here again. The other installation can't be asked")]);
  expect((await anna.client.call(getUser)).status).toBe(200);
  await expect(undoMove({ ...moving, to: { ...to, config: from.config } })).rejects.toThrow("same file store");
  expect(await from.files.get(file)).not.toBeNull();
  await undoMove(moving);
  expect([await to.files.get(file), await from.files.get(file)]).toEqual([null, expect.anything()]);
});

test("what was given up is not opened without the other installation", async ({ move, moving }) => {
  await move();
  await expect(undoMove({ ...moving, to: silent(moving.to) })).rejects.toThrow(/ECONNREFUSED/);
  expect(await findMoveState(moving.from.db, moving.siteId)).toBe("moved");
});

test("a disk of the other installation that fills ends the move, and the site goes on", async ({
  moving,
  given,
  world: { anna },
}) => {
  const { siteId, from, to } = moving;
  const late = `photos/${siteId}/${anna.id}/late/full.webp`;
  const full = Object.assign(new Error("ENOSPC: no space left on device"), { code: "ENOSPC" });
  for (const phase of ["checked", "frozen"] as const) {
    let isFull = false;
    const put: typeof to.files.put = (...args) => (isFull ? Promise.reject(full) : to.files.put(...args));
    const reached = async (at: MovePhase) => {
      if (at !== phase) return;
      isFull = true;
      await from.files.put(late, Buffer.from(phase), "image/webp");
    };
    const said = await failToMove({ ...moving, to: { ...to, files: { ...to.files, put } }, reached }, given);
    expect([phase, said]).toEqual([phase, expect.stringContaining("no space left")]);
    await from.files.remove(late.replace("full.webp", ""));
  }
  await undoMove(moving);
  expect(await to.files.get(`photos/${siteId}/${anna.id}/y/full.webp`)).toBeNull();
});

test("a host that another site there has is named before anything is copied, also if an old copy is there", async ({
  move,
  moving,
  given,
  other,
  siteIds,
}) => {
  const { siteId, from, to } = moving;
  await move();
  const back = { ...moving, from: to, to: from };
  const sharedHost = { host: "taken.example.org", site_id: siteId };
  await to.db.insertInto("site_hosts").values(sharedHost).execute();
  await from.db
    .insertInto("site_hosts")
    .values({ ...sharedHost, site_id: siteIds[1] })
    .execute();
  await expect(moveSite(back)).rejects.toThrow("Another site there has taken.example.org.");
  await expect(undoMove(moving)).rejects.toThrow("Another site there has taken.example.org.");
  for (const { db } of [from, to]) await db.deleteFrom("site_hosts").where("host", "=", sharedHost.host).execute();
  await undoMove(moving);
  letProcessesSee(given, other);
});
