import { AsyncLocalStorage } from "node:async_hooks";
import { setImmediate, setTimeout } from "node:timers/promises";
import fc, { type Scheduler } from "fast-check";
import { sql } from "kysely";
import type pg from "pg";
import { expect } from "vitest";
import { type Db, openPool } from "#server/db/pool.ts";
import type { Services } from "#server/services.ts";

/** `ORDERS_SEED=… vitest run server/faults/orders` repeats a run; `ORDERS_RUNS` samples more orders of each scene. */
export const seed = Number(process.env.ORDERS_SEED ?? Math.floor(Math.random() * 2 ** 31));
const runs = Number(process.env.ORDERS_RUNS ?? 15);

/** One of the calls that run at once, and where its statements are. */
type Act = { name: string; scheduler: Scheduler; waiting: number; asking: Set<number>; hasEnded: boolean };

/** What runs at once, by name, and what is to be seen afterwards. A scene begins anew each time it is made. */
export type Scene = {
  acts: Record<string, () => Promise<unknown>>;
  state: () => Promise<unknown>;
};

const current = new AsyncLocalStorage<Act>();

type Query = (config: unknown, values?: unknown) => Promise<pg.QueryResult>;

function nameOf(config: unknown): string {
  const text = typeof config === "string" ? config : String((config as { text?: string }).text);
  return text
    .replaceAll(/\/\*.*?\*\//gs, "")
    .replaceAll(/\s+/g, " ")
    .trim()
    .slice(0, 70);
}

/** Lets each statement of an act wait for its turn; statements outside of an act go straight through. */
function takeTurns(client: pg.PoolClient & { processID?: number }): void {
  const query = client.query.bind(client) as Query;
  const inTurn: Query = async (config, values) => {
    const act = current.getStore();
    // with "read committed" a transaction sees nothing before its first statement
    if (!act || /^(?:begin|savepoint|release)/i.test(nameOf(config))) return await query(config, values);
    // a wait for a lock ends by the order, not by the clock: on a busy machine another act's turn may come late
    if (/^set local lock_timeout/.test(nameOf(config))) return await query("set local lock_timeout = 0");
    act.waiting += 1;
    await act.scheduler.schedule(Promise.resolve(), `${act.name}: ${nameOf(config)}`);
    act.waiting -= 1;
    const pid = client.processID ?? 0;
    act.asking.add(pid);
    return await query(config, values).finally(() => act.asking.delete(pid));
  };
  client.query = inTurn as typeof client.query;
}

async function areBlocked(db: Db, pids: readonly number[]): Promise<boolean> {
  const { rows } = await sql`select distinct pid from pg_locks where pid = any(${pids}::int[]) and not granted`.execute(
    db,
  );
  return rows.length === pids.length;
}

/** An act that neither asks the database nor ends for so many looks waits for another act, in this process. */
const patience = 60;

/** Waits until each act has ended, or waits for its turn, or waits for another act; one of them waits for its turn. */
async function settle(db: Db, acts: readonly Act[]): Promise<void> {
  for (let looks = 1; ; looks += 1) {
    await setImmediate();
    const moving = acts.filter(({ hasEnded, waiting }) => !hasEnded && waiting === 0);
    if (moving.length === 0) return;
    if (looks < 4) continue;
    const pids = moving.flatMap(({ asking }) => [...asking]);
    if (acts.some(({ waiting }) => waiting > 0)) {
      if (pids.length > 0 ? await areBlocked(db, pids) : looks > patience) return;
    }
    await setTimeout(1);
  }
}

function permutations<T>(items: readonly T[]): T[][] {
  if (items.length === 0) return [[]];
  return items.flatMap((first) => permutations(items.filter((item) => item !== first)).map((rest) => [first, ...rest]));
}

/**
 * Puts a scheduler in front of the app's database: the statements of acts that run at once come in an order that
 * fast-check chooses. A statement that waits for a lock counts as started, and the next one is released.
 *
 * Returns a function that runs a scene in sampled orders of its statements. Each must end as the acts do one after the
 * other, in one of their orders.
 */
export function orderStatements(services: Services, onCleanup: (done: () => Promise<void>) => void) {
  const direct = services.db;
  const { db, pool } = openPool(services.config.databaseUrl ?? "", 8, () => {});
  pool.on("connect", takeTurns);
  Object.assign(services, { db });
  onCleanup(async () => {
    Object.assign(services, { db: direct });
    await pool.end();
  });

  async function oneAfterTheOther(scene: Scene, order: readonly string[]) {
    const answers: Record<string, unknown> = {};
    for (const name of order) answers[name] = await scene.acts[name]?.();
    return { answers, state: await scene.state() };
  }

  async function atOnce(scene: Scene, scheduler: Scheduler) {
    const answers: Record<string, unknown> = {};
    const started = Object.entries(scene.acts).map(([name, run]) => {
      const act: Act = { name, scheduler, waiting: 0, asking: new Set(), hasEnded: false };
      const ended = current
        .run(act, run)
        .then((answer) => {
          answers[name] = answer;
        })
        .finally(() => {
          act.hasEnded = true;
        });
      return { act, ended };
    });
    const acts = started.map(({ act }) => act);
    const allEnded = Promise.all(started.map(({ ended }) => ended));
    // awaited below; until then a failure must not count as unhandled
    allEnded.catch(() => undefined);
    for (await settle(direct, acts); scheduler.count() > 0; await settle(direct, acts)) await scheduler.waitOne();
    await allEnded;
    return { answers, state: await scene.state() };
  }

  return async function everyOrder(makeScene: () => Promise<Scene>): Promise<void> {
    const serial: unknown[] = [];
    for (const order of permutations(Object.keys((await makeScene()).acts))) {
      serial.push(await oneAfterTheOther(await makeScene(), order));
    }
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), async (scheduler) => {
        const outcome = await atOnce(await makeScene(), scheduler);
        expect(serial).toContainEqual(outcome);
      }),
      { numRuns: runs, seed },
    );
  };
}

/** Runs scenes that all begin in one world, made anew for each: what is done there at once is the difference. */
export const everyOrderIn =
  <World extends Pick<Scene, "state">>(
    everyOrder: ReturnType<typeof orderStatements>,
    makeWorld: () => Promise<World>,
  ) =>
  (actsIn: (world: World) => Scene["acts"] | Promise<Scene["acts"]>): Promise<void> =>
    everyOrder(async () => {
      const world = await makeWorld();
      return { acts: await actsIn(world), state: world.state };
    });
