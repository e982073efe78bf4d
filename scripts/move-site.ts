import { setTimeout as pause } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { sql } from "kysely";
import type { Config } from "#server/config/config.ts";
import {
  copyNamedStaff,
  copySite,
  deleteSite,
  listMovedTables,
  lockSite,
  type MovedTable,
  passNumbers,
  readColumns,
  syncSite,
} from "#server/db/copy-site.ts";
import { isDatabaseUnavailable } from "#server/db/database-unavailable.ts";
import type { Db, DbPool } from "#server/db/pool.ts";
import { findMoveState, findTextsAbout, setMoveState, withMoveLock } from "#server/db/site-moves.ts";
import { inSnapshot, inTransaction } from "#server/db/transaction.ts";
import { sealedFolder } from "#server/features/profiles/index.ts";
import { sitePictureKey } from "#server/features/sites/index.ts";
import { deleteJobs, findJobsAbout, insertJobs, listRunningJobs } from "#server/jobs/jobs-about-site.ts";
import { moveFiles } from "#server/ports/files/move-files.ts";
import type { Files } from "#server/ports/files/port.ts";
import type { Print } from "./run-command.ts";

/** One of the two installations of a move: its database as the owner of the tables, and its files. */
export type Installation = { db: DbPool; files: Files; config: Config };

/** Where a move is, in this order. */
export const movePhases = ["checked", "copied", "frozen", "locked", "equal", "arrived", "left", "opened"] as const;
export type MovePhase = (typeof movePhases)[number];

export type Moving = {
  from: Installation;
  to: Installation;
  siteId: number;
  now: () => Date;
  print: Print;
  /** Milliseconds until every process of the old installation has seen that the site is frozen. */
  untilFrozenMs?: number;
  /** Milliseconds for which the old installation's rows stay locked after the move: see `lockSite`. */
  lockedMs?: number;
  /** Milliseconds for which the site stays closed for a job that does not end, and then serves again. */
  patienceMs?: number;
  /** Called between the steps. */
  reached?: (phase: MovePhase) => Promise<void>;
};

/** Longer than a process caches the sites (`createSiteFinder`), in milliseconds. */
const untilSeen = 6_000;
/** Longer than a request that was admitted before the site was frozen takes, with its provider's answer. */
const untilRefused = 20_000;
/** What is under way may keep the site closed so long; then it serves again until that has ended. In milliseconds. */
const longestWait = 20_000;
/** So often the site is closed for what is under way. */
const attempts = 3;
const pollMs = 200;

/** Asks again and again until nothing is left, or time is up; returns what is left then. */
async function waitUntilDone(
  { patienceMs = longestWait }: Moving,
  list: () => Promise<readonly string[]>,
): Promise<readonly string[]> {
  for (let waitedMs = 0; ; waitedMs += pollMs) {
    const left = await list();
    if (left.length === 0 || waitedMs >= patienceMs) return left;
    await pause(pollMs);
  }
}

type SiteRow = { id: number; key: string; company_id: number };

const findSite = (db: Db, id: number): Promise<SiteRow | undefined> =>
  db.selectFrom("sites").select(["id", "key", "company_id"]).where("id", "=", id).executeTakeFirst();

async function requireRow(db: Db, id: number): Promise<SiteRow> {
  const site = await findSite(db, id);
  if (!site) throw new Error(`no site ${id}`);
  return site;
}

async function listMigrations(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from migrations order by name`.execute(db);
  return rows.map(({ name }) => name);
}

const placesOf = async (db: Db) =>
  (await db.selectFrom("places_loaded").select("checksum").executeTakeFirst())?.checksum;

/** What rows mean nothing without: hashes and sealed values, browsers' pushes, what a provider knows of payments. */
const sharedSettings: Record<string, (config: Config) => unknown> = {
  SECRET: (config) => config.secret,
  VAPID_PUBLIC_KEY: (config) => config.vapid?.publicKey,
  MOLLIE_API_KEY: (config) => config.mollie?.key,
  GENESIS_URL: (config) => config.genesis,
};

/** What the two installations have to have in common. */
async function findUnlike({ from, to }: Moving): Promise<string[]> {
  const problems: string[] = [];
  const same = async (read: (db: Db) => Promise<unknown>) => isDeepStrictEqual(await read(from.db), await read(to.db));
  if (!(await same(listMigrations)) || !(await same(readColumns)))
    problems.push("The two installations are of different versions: upgrade one of them first.");
  else if (!(await same(placesOf))) problems.push("The two have different places: start the other installation once.");
  for (const [name, read] of Object.entries(sharedSettings)) {
    if (!isDeepStrictEqual(read(from.config), read(to.config)))
      problems.push(`${name} differs: passwords' links, bans, sessions or payments would mean nothing there.`);
  }
  if (haveOneStore({ from, to })) problems.push(oneStore);
  return problems;
}

const storeOf = ({ config: { storage, dataDir } }: Installation) => storage ?? dataDir;
const haveOneStore = ({ from, to }: Pick<Moving, "from" | "to">) => isDeepStrictEqual(storeOf(from), storeOf(to));
const oneStore = "Both have the same file store.";

/** What is in the way of the site's rows at the other installation. */
async function findTaken({ from, to }: Moving, site: SiteRow): Promise<string[]> {
  const problems: string[] = [];
  const shared = await from.db
    .selectFrom("sites")
    .select("key")
    .where("company_id", "=", site.company_id)
    .where("id", "<>", site.id)
    .execute();
  if (shared.length > 0) {
    const others = shared.map(({ key }) => key).join(", ");
    problems.push(`Its company also runs ${others}, and receipts are numbered by company: set company=new for it.`);
  }
  const hosts = from.db.selectFrom("site_hosts").select("host").where("site_id", "=", site.id);
  const names = (await hosts.execute()).map(({ host }) => host);
  const usedHosts = to.db.selectFrom("site_hosts").select("host").where("site_id", "<>", site.id);
  const usedThere = names.length === 0 ? [] : await usedHosts.where("host", "in", names).execute();
  if (usedThere.length > 0) problems.push(`Another site there has ${usedThere.map(({ host }) => host).join(", ")}.`);
  const copy = await findSite(to.db, site.id);
  if (copy !== undefined) {
    if (copy.key !== site.key)
      problems.push(`The site ${copy.key} has the number ${site.id} there: see npm run site -- numbers.`);
    else if ((await findMoveState(to.db, site.id)) === null) problems.push("The other installation has it already.");
    return problems;
  }
  const key = await to.db.selectFrom("sites").select("key").where("key", "=", site.key).executeTakeFirst();
  if (key) problems.push(`The other installation has another site ${site.key}.`);
  const companies = async (db: Db) =>
    new Map(
      (await sql<{ id: number; says: string }>`select id, c::text as says from companies c`.execute(db)).rows.map(
        ({ id, says }) => [id, says],
      ),
    );
  const [own, there] = [await companies(from.db), await companies(to.db)];
  const receipts = from.db.selectFrom("receipts").select("company_id").distinct().where("site_id", "=", site.id);
  const ids = new Set([site.company_id, ...(await receipts.execute()).map(({ company_id }) => company_id)]);
  const running = await to.db.selectFrom("sites").select("key").where("company_id", "=", site.company_id).execute();
  if (running.length > 0) {
    const others = running.map(({ key: other }) => other).join(", ");
    problems.push(`The company with the number ${site.company_id} runs ${others} there.`);
  }
  for (const id of ids) {
    if (there.has(id) && there.get(id) !== own.get(id))
      problems.push(`Another company has the number ${id} there: see npm run site -- numbers.`);
  }
  return problems;
}

/** Throws all that is wrong at once. */
async function assertMovable(moving: Moving, site: SiteRow): Promise<void> {
  const removal = moving.from.db.selectFrom("site_removals").select("site_id").where("site_id", "=", site.id);
  const problems = [
    ...(await findUnlike(moving)),
    ...((await removal.executeTakeFirst()) ? [`${site.key} is being removed.`] : []),
  ];
  // the tables of another version may lack what is asked next
  if (problems.length === 0) problems.push(...(await findTaken(moving, site)));
  if (problems.length > 0) throw new Error(problems.join("\n"));
}

/** Where the files of a site lie: folders of its own, and single ones. */
async function prefixesOf(db: Db, siteId: number): Promise<string[]> {
  const sealed = await db.selectFrom("sealed_photos").select("photo_id").where("site_id", "=", siteId).execute();
  const settings = await db.selectFrom("site_settings").selectAll().where("site_id", "=", siteId).execute();
  const pictures = JSON.stringify(settings).match(/\b[\da-f]{32}\b/g) ?? [];
  return [
    `downloads/${siteId}/`,
    `photos/${siteId}/`,
    ...sealed.map(({ photo_id: id }) => sealedFolder(id)),
    ...new Set(pictures.map((hash) => sitePictureKey(hash).replace(/\.webp$/, "."))),
  ];
}

async function listKeys(files: Files, prefixes: readonly string[]): Promise<string[]> {
  const keys: string[] = [];
  for (const prefix of prefixes) {
    // `/` and what follows it: all keys of the folder stand together
    for await (const key of files.list(prefix)) {
      if (!key.startsWith(prefix)) break;
      keys.push(key);
    }
  }
  return keys;
}

const folderOf = (key: string) => key.slice(0, key.lastIndexOf("/") + 1);

/** Makes the site's files at the target those of the source; each that is copied is read back and compared. */
async function syncFiles({ from, to, siteId }: Moving): Promise<number> {
  const prefixes = await prefixesOf(from.db, siteId);
  const source = await listKeys(from.files, prefixes);
  const target = new Set(await listKeys(to.files, prefixes));
  const folders = new Set(source.map(folderOf));
  for (const key of target) {
    if (/^(?:photos|downloads)\//.test(key) && !folders.has(folderOf(key))) await to.files.remove(folderOf(key));
  }
  const missing = source.filter((key) => !target.has(key)).sort();
  const list = async function* () {
    yield* missing;
  };
  await moveFiles({ from: { ...from.files, list }, to: to.files }, "", () => {});
  return source.length;
}

const passes = 6;

/** Repeats `syncSite` until it finds no difference, so that its last comparison is the proof that both are equal. */
async function syncUntilEqual(source: Db, target: Db, tables: readonly MovedTable[], siteId: number) {
  for (let pass = 1; pass <= passes; pass += 1) {
    await copyNamedStaff(source, target, tables, siteId);
    const { differed, rows } = await syncSite(source, target, tables, siteId);
    if (differed === 0) return { rows };
  }
  throw new Error("The copy still differs after several passes. Nothing was changed; start the move again.");
}

async function sumsOf(db: Db, siteId: number): Promise<{ entries: number; ledger: number; wallets: number }> {
  const { rows } = await sql<{ entries: number; ledger: number; wallets: number }>`
    select (select count(*) from ledger where site_id = ${siteId}) as entries,
      (select coalesce(sum(amount), 0) from ledger where site_id = ${siteId}) as ledger,
      (select coalesce(sum(credits), 0) from wallets where site_id = ${siteId}) as wallets`.execute(db);
  return rows[0] ?? { entries: 0, ledger: 0, wallets: 0 };
}

/**
 * Waits, while the site serves, until each job that runs now has ended: one whose worker was killed counts as running
 * until it is lost. Later ones are short, or keep the site closed for `patienceMs` at most.
 */
async function waitForJobs({ from, print }: Moving, { key }: SiteRow): Promise<void> {
  const running = new Set((await listRunningJobs(from.db)).map(({ run }) => run));
  let waitedMs = 0;
  for (let printed = ""; ; waitedMs += pollMs) {
    const left = (await listRunningJobs(from.db)).filter(({ run }) => running.has(run));
    if (left.length === 0) return;
    const says = left.map((job) => job.says).join(", ");
    if (left.some(({ isLeft }) => isLeft))
      throw new Error(`No worker takes over what a killed one left: ${says}. Start a worker, then the move again.`);
    if (waitedMs >= 2_000 && says !== printed) {
      print(`Waiting for jobs, while ${key} serves: ${says}.`);
      printed = says;
    }
    await pause(pollMs);
  }
}

/** The site's hosts answer 503, and what was begun before has ended; returns what has not. */
async function freeze(moving: Moving): Promise<readonly string[]> {
  const { from, siteId, now, untilFrozenMs = untilSeen } = moving;
  await setMoveState(from.db, siteId, "moving", now());
  await pause(untilFrozenMs);
  const left = await waitUntilDone(moving, async () => {
    const held = await from.db.selectFrom("held_decisions").select("id").where("dropped", "=", false).execute();
    return await findTextsAbout(
      from.db,
      siteId,
      held.map(({ id }) => id),
    );
  });
  return left.map((id) => `the team's decision ${id}`);
}

/**
 * Runs something while no job runs, at either installation; `afterwards` runs while none does at the old one. Returns
 * the jobs that did not end in time: then nothing ran.
 */
async function whileJobsWait(moving: Moving, run: () => Promise<void>, afterwards = async () => {}) {
  const { from, to } = moving;
  const refusal = "Another move of a site has stopped the jobs.";
  const atSource = await withMoveLock(from.db, "jobs", async () => {
    const left = await waitUntilDone(moving, async () => (await listRunningJobs(from.db)).map(({ says }) => says));
    if (left.length > 0) return left;
    if (!(await withMoveLock(to.db, "jobs", run))) throw new Error(refusal);
    await afterwards();
    return [];
  });
  if (!atSource) throw new Error(refusal);
  return atSource.answer;
}

/**
 * Closes the site once nothing is under way that would keep it closed, and runs something then. What comes in between,
 * such as a worker that is killed in these seconds, opens the site again until that has ended.
 */
async function whileClosed(
  moving: Moving,
  site: SiteRow,
  run: (closedAt: number) => Promise<void>,
  afterwards: () => Promise<void>,
): Promise<void> {
  const { from, siteId, now, print, reached = async () => {} } = moving;
  for (let attempt = 1; ; attempt += 1) {
    await waitForJobs(moving, site);
    const closedAt = performance.now();
    let left = await freeze(moving);
    if (left.length === 0) {
      print(`${site.key} answers 503 at all of its hosts.`);
      await reached("frozen");
      left = await whileJobsWait(moving, () => run(closedAt), afterwards);
    }
    if (left.length === 0) return;
    const unfinished = `Not ended in time: ${left.join(", ")}.`;
    if (attempt === attempts) throw new Error(`${unfinished} Start the move again later.`);
    await setMoveState(from.db, siteId, null, now());
    print(`${unfinished} ${site.key} serves here until then.`);
  }
}

/** Copies what is left, proves that both are equal, and hands the site over. Throws, with nothing changed. */
async function handOver(moving: Moving, source: Db, target: Db & Finishable, tables: readonly MovedTable[]) {
  const { from, siteId, now, reached = async () => {} } = moving;
  await lockSite(source, siteId);
  await reached("locked");
  const { rows } = await syncUntilEqual(source, target, tables, siteId);
  const files = await syncFiles(moving);
  const [sums, copied] = [await sumsOf(source, siteId), await sumsOf(target, siteId)];
  if (!isDeepStrictEqual(sums, copied)) throw new Error("The sums of the ledger differ.");
  await passNumbers(target);
  await setMoveState(target, siteId, "arriving", now());
  await reached("equal");
  await target.commit().execute();
  try {
    await reached("arrived");
    // by another connection: the rows stay locked
    await setMoveState(from.db, siteId, "leaving", now());
    await reached("left");
  } catch (error) {
    throw new Error("The other installation has a whole copy: start the move again.", { cause: error });
  }
  return { rows, files, ...sums };
}

type Finishable = Awaited<ReturnType<ReturnType<DbPool["startTransaction"]>["execute"]>>;

/** The jobs go first: the target runs them once the site is open there. */
async function openAtTarget({ from, to, siteId, now, reached = async () => {} }: Moving): Promise<void> {
  const jobs = await findJobsAbout(from.db, siteId);
  await inTransaction(to.db, async (trx) => {
    await insertJobs(trx, jobs);
    await setMoveState(trx, siteId, null, now());
  });
  await reached("opened");
  await inTransaction(from.db, async (trx) => {
    await deleteJobs(trx, await findJobsAbout(trx, siteId));
    await setMoveState(trx, siteId, "moved", now());
  });
}

const secondsSince = (begun: number) => ((performance.now() - begun) / 1000).toFixed(1);

/** What was compared, and how long the site was closed. */
function printReport({ print }: Moving, report: Awaited<ReturnType<typeof handOver>>, frozen: number): void {
  const { rows, files, entries, ledger, wallets } = report;
  const all = [...rows.values()].reduce((sum, count) => sum + count, 0);
  for (const [table, count] of rows) if (count > 0) print(`  ${table}\t${count}`);
  print(`Equal: ${all} rows of ${rows.size} tables, ${files} files, ledger ${ledger} ${entries} ${wallets}.`);
  print(`Nothing could be written for ${secondsSince(frozen)} seconds.`);
}

/** Copies and hands over, both installations locked against a second move; `opened` tells once it is open there. */
async function transfer(moving: Moving, site: SiteRow, opened: () => Promise<void>): Promise<void> {
  const { from, to, siteId, now, print, reached = async () => {}, lockedMs = untilRefused } = moving;
  const tables = await listMovedTables(from.db);
  await reached("checked");
  const begun = performance.now();
  const target = await to.db.startTransaction().execute();
  const locking = await from.db.startTransaction().execute();
  try {
    const isThere = (await findSite(target, siteId)) !== undefined;
    await inSnapshot(from.db, async (source) => {
      await copyNamedStaff(source, target, tables, siteId);
      await (isThere ? syncSite : copySite)(source, target, tables, siteId);
    });
    await syncFiles(moving);
    print(`The first copy took ${secondsSince(begun)} seconds; ${site.key} served meanwhile.`);
    await reached("copied");
    const run = async (closedAt: number) => {
      const report = await handOver(moving, locking, target, tables);
      await openAtTarget(moving);
      printReport(moving, report, closedAt);
      await opened();
    };
    await whileClosed(moving, site, run, () => pause(lockedMs));
  } catch (error) {
    if (!target.isCommitted) {
      // a server that is gone has rolled it back
      await Promise.allSettled([target.rollback().execute()]);
      if ((await findMoveState(from.db, siteId)) === "moving") {
        await setMoveState(from.db, siteId, null, now());
        print(`${site.key} is open here again.`);
      }
    }
    throw error;
  } finally {
    await Promise.allSettled([locking.rollback().execute()]);
  }
}

/** Runs something while no other move runs, at either installation. */
async function withBothLocked<T>({ from, to }: Moving, run: () => Promise<T>): Promise<T> {
  const atSource = await withMoveLock(from.db, "move", () => withMoveLock(to.db, "move", run));
  if (!atSource?.answer) throw new Error("Another move of a site is running at one of the two.");
  return atSource.answer.answer;
}

async function statesOf({ from, to, siteId }: Moving) {
  const copy = await findSite(to.db, siteId);
  return {
    here: await findMoveState(from.db, siteId),
    there: copy === undefined ? ("nothing" as const) : ((await findMoveState(to.db, siteId)) ?? ("open" as const)),
  };
}

/**
 * Moves a site to another installation of the same operator. It may be killed at any moment: started again it goes on
 * or begins anew, and `undoMove` takes it back. Throws a message for the operator.
 */
export async function moveSite(moving: Moving): Promise<void> {
  const { from, siteId, print } = moving;
  const site = await requireRow(from.db, siteId);
  const opened = async () => {
    const hosts = await from.db.selectFrom("site_hosts").select("host").where("site_id", "=", siteId).execute();
    print(
      `${site.key} is open at the other installation. Lead these hosts there: ${hosts.map(({ host }) => host).join(", ")}`,
    );
    print("Until you do, they answer 503 here. To take it back: --undo. To erase the copy here: --erase.");
  };
  await withBothLocked(moving, async () => {
    const { here, there } = await statesOf(moving);
    if (here === "erasing" || here === "arriving") throw new Error(`${site.key} is only a copy here (${here}).`);
    if (here === "moved") throw new Error(`${site.key} was moved before. To take it back: --undo.`);
    if (here === "leaving" && there === "open") {
      // a kill between the last two steps
      const left = await whileJobsWait(moving, () => openAtTarget(moving));
      if (left.length > 0) throw new Error(`Jobs still run: ${left.join(", ")}. Start the move again a little later.`);
      await opened();
    } else {
      await assertMovable(moving, site);
      await transfer(moving, site, opened);
    }
  });
}

/** Opens a site again whose move stopped before it was given up, while the other installation can't be asked. */
async function openWithoutOther({ from, siteId, now }: Moving): Promise<boolean> {
  const opened = await withMoveLock(from.db, "move", async () => {
    // only what was given up here can be open there
    if ((await findMoveState(from.db, siteId)) !== "moving") return false;
    await setMoveState(from.db, siteId, null, now());
    return true;
  });
  return opened?.answer ?? false;
}

/** Takes a move back: opens the site again, or moves it back with all that was written since. */
export async function undoMove(moving: Moving): Promise<void> {
  const { from, to, siteId, now, print } = moving;
  const site = await requireRow(from.db, siteId);
  // what was copied there is removed
  if (haveOneStore(moving)) throw new Error(oneStore);
  try {
    await findSite(to.db, siteId);
  } catch (error) {
    if (!isDatabaseUnavailable(error) || !(await openWithoutOther(moving))) throw error;
    print(`${site.key} is open here again. The other installation can't be asked: repeat --undo once it can.`);
    return;
  }
  await withBothLocked(moving, async () => {
    const { here, there } = await statesOf(moving);
    const mayHaveLeftovers = there === "nothing" || there === "arriving";
    if (here === "arriving" || (here === null && !mayHaveLeftovers))
      throw new Error(`${site.key} was not moved from here.`);
    if (here === "erasing") throw new Error(`The copy of ${site.key} here is half erased: move it back from there.`);
    if (there === "open") {
      const back = { ...moving, from: to, to: from };
      await assertMovable(back, site);
      await transfer(back, site, async () =>
        print(`${site.key} is open here again, with all that was written at the other installation.`),
      );
      return;
    }
    if (here === "moved") throw new Error(`The other installation has no open copy of ${site.key} (${there}).`);
    if (there === "nothing") await removeFiles(to, siteId, from.db);
    else await erase(to, siteId, now());
    await setMoveState(from.db, siteId, null, now());
    print(`${site.key} is open here. The other installation has nothing of it.`);
  });
}

async function countMembers(db: Db, siteId: number): Promise<number> {
  const { count } = await db
    .selectFrom("accounts")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("site_id", "=", siteId)
    .executeTakeFirstOrThrow();
  return count;
}

/**
 * Removes those that the rows in `db` name. A picture of the site's settings is named by its content, and may be
 * another site's too: it stays.
 */
async function removeFiles({ files }: Pick<Installation, "files">, siteId: number, db: Db): Promise<void> {
  for (const prefix of await prefixesOf(db, siteId)) if (prefix.endsWith("/")) await files.remove(prefix);
}

/** Erases a copy that is not in use. It may be cut off: the next call goes on. */
async function erase(installation: Installation, siteId: number, now: Date): Promise<void> {
  const { db } = installation;
  const tables = await listMovedTables(db);
  await setMoveState(db, siteId, "erasing", now);
  await removeFiles(installation, siteId, db);
  await inTransaction(db, async (trx) => {
    await sql`set local lock_timeout = '3s'`.execute(trx);
    await deleteSite(trx, tables, siteId, { keepsRows: true });
  });
  await inTransaction(db, (trx) => deleteSite(trx, tables, siteId, { keepsRows: false }));
}

/** Erases the copy that a move left here, if the site is open at the other installation; asks for a number. */
export async function eraseCopy(moving: Moving, typed: string | undefined): Promise<boolean> {
  const { from, siteId, now, print } = moving;
  const site = await requireRow(from.db, siteId);
  return await withBothLocked(moving, async () => {
    const { here, there } = await statesOf(moving);
    if (here !== "moved" && here !== "erasing") throw new Error(`${site.key} has no old copy here.`);
    if (there !== "open") throw new Error(`${site.key} is not open at the other installation (${there}).`);
    const members = await countMembers(from.db, siteId);
    print(`The copy of ${site.key} here has ${members} accounts. At the other installation nothing changes.`);
    if (typed !== String(members)) {
      print(`To erase the copy for good: --erase --members ${members}`);
      return false;
    }
    await erase(from, siteId, now());
    print(`The copy of ${site.key} is erased.`);
    return true;
  });
}
