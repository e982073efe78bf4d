import { setTimeout as pause } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { sql } from "kysely";
import {
  type Copying,
  copySite,
  deleteSite,
  lockSite,
  passNumbers,
  syncSite,
  syncUntilEqual,
} from "#server/db/copy-site.ts";
import { isDatabaseUnavailable } from "#server/db/database-unavailable.ts";
import { listMovedTables } from "#server/db/moved-tables.ts";
import type { Db, DbPool } from "#server/db/pool.ts";
import { findMoveState, findTextsAbout, setMoveState, withMoveLock } from "#server/db/site-moves.ts";
import { inSnapshot, inTransaction } from "#server/db/transaction.ts";
import { deleteJobs, findJobsAbout, insertJobs, listRunningJobs } from "#server/jobs/jobs-about-site.ts";
import { assertMovable, findUnlike, haveOneStore, oneStore } from "./move-checks.ts";
import { removeFiles, syncFiles } from "./move-files.ts";
import { findSite, type Installation, type Moving, requireRow, type SiteRow } from "./moving.ts";

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

/** Of a site that serves: so few rows differ soon after that the rest takes no longer for them. */
const fewRows = 1_000;
const catchingUp = 3;

/** Copies what was written meanwhile, while the site serves: what is left does not grow with the copy's time. */
async function catchUp(from: DbPool, copying: Copying): Promise<void> {
  for (let pass = 1; pass <= catchingUp; pass += 1) {
    const { differed } = await inSnapshot(from, (source) => syncSite(source, copying));
    if (differed <= fewRows) return;
  }
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

const secondsSince = (begun: number) => ((performance.now() - begun) / 1000).toFixed(1);

/** Copies what is left, proves that both are equal, and hands the site over. Throws, with nothing changed. */
async function handOver(moving: Moving, source: Db, copying: Copying & { target: Finishable }) {
  const { from, siteId, now, reached = async () => {} } = moving;
  const { target } = copying;
  const begun = performance.now();
  await lockSite(source, siteId);
  const locking = secondsSince(begun);
  await reached("locked");
  const locked = performance.now();
  // an upgrade since the check changes what rows say, and no row
  const unlike = await findUnlike(moving);
  if (unlike.length > 0) throw new Error(unlike.join("\n"));
  const { rows } = await syncUntilEqual(source, copying);
  const files = await syncFiles(moving);
  const [sums, copied] = [await sumsOf(source, siteId), await sumsOf(target, siteId)];
  if (!isDeepStrictEqual(sums, copied)) throw new Error("The sums of the ledger differ.");
  await passNumbers(target);
  await setMoveState(target, siteId, "arriving", now());
  await reached("equal");
  await target.commit().execute();
  const comparing = secondsSince(locked);
  try {
    await reached("arrived");
    // by another connection: the rows stay locked
    await setMoveState(from.db, siteId, "leaving", now());
    await reached("left");
  } catch (error) {
    throw new Error("The other installation has a whole copy: start the move again.", { cause: error });
  }
  return { rows, files, ...sums, locking, comparing };
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

/** What was compared, and how long the site was closed. */
function printReport({ print }: Moving, report: Awaited<ReturnType<typeof handOver>>, frozen: number): void {
  const { rows, files, entries, ledger, wallets, locking, comparing } = report;
  const all = [...rows.values()].reduce((sum, count) => sum + count, 0);
  for (const [table, count] of rows) if (count > 0) print(`  ${table}\t${count}`);
  print(`Equal: ${all} rows of ${rows.size} tables, ${files} files, ledger ${ledger} ${entries} ${wallets}.`);
  print(
    `Nothing could be written for ${secondsSince(frozen)} seconds: ${locking} to lock the rows, ${comparing} to compare.`,
  );
}

/** Copies and hands over, both installations locked against a second move; `opened` tells once it is open there. */
async function transfer(moving: Moving, site: SiteRow, opened: () => Promise<void>): Promise<void> {
  const { from, to, siteId, now, print, reached = async () => {}, lockedMs = untilRefused } = moving;
  await reached("checked");
  const begun = performance.now();
  const target = await to.db.startTransaction().execute();
  const locking = await from.db.startTransaction().execute();
  try {
    const copying = { target, tables: await listMovedTables(from.db), siteId, equal: new Map() } satisfies Copying;
    const isThere = (await findSite(target, siteId)) !== undefined;
    await inSnapshot(from.db, async (source) => {
      if (!isThere) await copySite(source, copying);
      await syncSite(source, copying);
    });
    await syncFiles(moving);
    await catchUp(from.db, copying);
    print(`The first copy took ${secondsSince(begun)} seconds; ${site.key} served meanwhile.`);
    await reached("copied");
    const run = async (closedAt: number) => {
      const report = await handOver(moving, locking, copying);
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
