import { CompiledQuery, sql } from "kysely";
import type pg from "pg";
import { preparedMark } from "#server/db/driver.ts";
import { openPool } from "#server/db/pool.ts";
import type { Services } from "#server/services.ts";

/** `killed`: the process dies after a step. `failed`: a service refuses or the connection breaks, and it goes on. */
export const cuts = ["killed", "failed"] as const;
export type Cut = (typeof cuts)[number];

/** What a job causes outside of the database, by service. An event is a hint, and may be published twice. */
const effective = {
  files: ["put", "remove"],
  mail: ["send", "forget"],
  push: ["send"],
  sms: ["send", "forget"],
  postbacks: ["send"],
  payments: ["refund", "cancel", "forgetMethod", "createCheckout"],
} as const;

type Step = "statement" | "service";
type Query = (config: string | { text: string }, values?: unknown) => Promise<pg.QueryResult>;

/**
 * The same services, whose `at`th step is the last one, or fails. Steps are statements that write, `begin` and `commit`
 * among them, and calls of services that change something: a process that dies after reading has done what it did
 * before. `end` rolls back what is open, as the database does for a lost connection; it returns how many steps began.
 */
export function cutServices(services: Services, cut: Cut, at: number) {
  const { pool, db } = openPool(services.config.databaseUrl ?? "", 4, () => {});
  const clients = new Map<pg.PoolClient, Query>();
  let steps = 0;
  let dead = false;

  async function step<T>(kind: Step, run: () => Promise<T>, lose: () => unknown): Promise<T> {
    if (dead) throw new Error("the process was killed");
    steps += 1;
    if (steps !== at) return await run();
    if (cut === "failed" && kind === "service") throw new Error("the service failed");
    dead = cut === "killed";
    await run();
    await lose();
    throw new Error(dead ? "the process was killed" : "Connection terminated unexpectedly");
  }

  pool.on("connect", (client) => {
    const query = client.query.bind(client) as Query;
    clients.set(client, query);
    const lose = async () => {
      await query("rollback");
      await (client as pg.PoolClient & { end(): Promise<void> }).end();
    };
    const counted: Query = (config, values) => {
      const run = () => query(config, values);
      const text = typeof config === "string" ? config : config.text;
      // settings change nothing either
      const reads = /^\s*(?:\/\*.*?\*\/\s*)?(?:select|set)\b/i.test(text);
      return reads && !dead ? run() : step("statement", run, lose);
    };
    client.query = counted as typeof client.query;
  });

  function wrapped<T extends object>(service: T, calls: readonly string[]): T {
    return new Proxy(service, {
      get(target, name) {
        const member: unknown = Reflect.get(target, name);
        if (typeof member !== "function" || !calls.includes(String(name))) return member;
        return (...args: unknown[]) =>
          step(
            "service",
            async () => await Reflect.apply(member, target, args),
            () => {},
          );
      },
    });
  }

  const ports = Object.entries(effective).map(([name, calls]) => [
    name,
    wrapped(services[name as keyof typeof effective], calls),
  ]);
  return {
    services: { ...services, ...Object.fromEntries(ports), db, pool } as Services,
    async end(): Promise<number> {
      dead = true;
      await Promise.all([...clients.values()].map((query) => query("rollback").catch(() => {})));
      await pool.end();
      return steps;
    },
  };
}

/** Tables that are large and that no job changes. */
const still = ["cities", "city_names", "regions"];
/** Columns with a value of their own in each run: a count of attempts, a running number, a file's size. */
const own = ["attempts", "attempt", "number", "bytes"];
const states = ["status", "state", "outcome", "cause", "kind", "decision", "level"];
const numbers = ["int2", "int4", "int8", "numeric", "float4", "float8"];

/** One figure for each table and column that changes if an effect happens twice, or does not happen. */
async function figures({ db }: Pick<Services, "db">): Promise<{ label: string; of: string; figure: string }[]> {
  const { rows } = await sql<{ table: string; name: string; type: string; counted: boolean }>`
    select c.table_name as table, c.column_name as name, c.udt_name as type,
      c.is_identity = 'YES' or c.column_default like 'nextval%' or exists (
        select from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid and a.attnum = any(k.conkey)
        where k.contype in ('f', 'p') and k.conrelid = ('public.' || quote_ident(c.table_name))::regclass
          and a.attname = c.column_name) as counted
    from information_schema.columns c join pg_class t on t.relname = c.table_name and t.relkind in ('r', 'p')
      and not t.relispartition and t.relnamespace = 'public'::regnamespace
    where c.table_schema = 'public' and c.table_name not in ('migrations', 'last_done') order by 1, c.ordinal_position`.execute(
    db,
  );
  const ownColumns = rows.filter(({ table, name }) => !still.includes(table) && !own.includes(name));
  const tables = [...new Set(ownColumns.map(({ table }) => table))];
  return [
    ...tables.map((table) => ({ label: `${table}: rows`, of: table, figure: "count(*)" })),
    ...ownColumns.flatMap(({ table, name, type, counted }) => {
      const column = `"${name}"`;
      const figure = (what: string, as: string) => [{ label: `${table}.${name}: ${what}`, of: table, figure: as }];
      return [
        ...figure("set", `count(${column})`),
        ...(type === "bool" ? figure("true", `count(*) filter (where ${column})`) : []),
        ...(numbers.includes(type) && !counted ? figure("sum", `coalesce(sum(${column}::numeric), 0)`) : []),
        ...(type === "text" && states.includes(name)
          ? figure("values", `coalesce(sum(hashtext(${column})::numeric), 0)`)
          : []),
      ];
    }),
  ];
}

const masked = (text: string) => text.replace(/[0-9a-f]{64}|[0-9a-f]{8}-[0-9a-f-]{27}/g, "…");
/** The name without its time: of several notes about a member the last one counts. */
const nameOf = (key: string) => key.replace(/\/\d{13}-/, "/");

type Recorded = {
  files: { stored: ReadonlyMap<string, unknown> };
  mail: { sent: readonly unknown[] };
  sms: { sent: readonly unknown[] };
  push: { sent: readonly { endpoint: string; topic: string }[] };
  postbacks: { sent: readonly string[]; posts: readonly { headers: Readonly<Record<string, string>> }[] };
};

/** Counts rows and values of all tables, jobs, files, and what was sent: once what its receiver knows by its id. */
export function effectCounter(services: Pick<Services, "db"> & Recorded) {
  let prepared:
    | Promise<{ byTable: Map<string, { label: string; figure: string }[]>; query: CompiledQuery }>
    | undefined;
  const prepare = async () => {
    const byTable = Map.groupBy(await figures(services), ({ of }) => of);
    const parts = [...byTable].map(([table, list]) => {
      const values = list.map(({ figure }) => `(${figure})::text`).join(", ");
      return `select '${table}' as table, array[${values}] as values from "${table}"`;
    });
    // planning this takes longer than running it
    return { byTable, query: CompiledQuery.raw(preparedMark + parts.join(" union all ")) };
  };
  return async function countEffects(): Promise<Map<string, number>> {
    prepared ??= prepare();
    const { byTable, query } = await prepared;
    const { rows } = await services.db.executeQuery<{ table: string; values: string[] }>(query);
    const counted = new Map<string, number>();
    const add = (label: string, by = 1) => counted.set(label, (counted.get(label) ?? 0) + by);
    for (const { table, values } of rows) {
      for (const [index, { label }] of (byTable.get(table) ?? []).entries()) add(label, Number(values[index]));
    }
    const jobs = await sql<{ name: string; count: number }>`
      select name, count(*)::int as count from pgboss.job where state < 'active' group by name`.execute(services.db);
    for (const { name, count } of jobs.rows) add(`jobs: ${name}`, count);
    for (const name of new Set([...services.files.stored.keys()].map(nameOf))) add(`file: ${masked(name)}`);
    add("mails sent", services.mail.sent.length);
    add("text messages sent", services.sms.sent.length);
    add("pushes shown", new Set(services.push.sent.map(({ endpoint, topic }) => `${endpoint} ${topic}`)).size);
    add("conversions told", new Set(services.postbacks.sent).size);
    add("events told", new Set(services.postbacks.posts.map(({ headers }) => headers["webhook-id"])).size);
    return counted;
  };
}

export function changesBetween(
  before: ReadonlyMap<string, number>,
  after: ReadonlyMap<string, number>,
): Record<string, number> {
  const labels = new Set([...before.keys(), ...after.keys()]);
  // sums of fractions differ in their last digits
  const rounded = (change: number) => Math.round(change * 1e6) / 1e6;
  const changes = [...labels].map(
    (label) => [label, rounded((after.get(label) ?? 0) - (before.get(label) ?? 0))] as const,
  );
  return Object.fromEntries(changes.filter(([, change]) => change !== 0).sort());
}
