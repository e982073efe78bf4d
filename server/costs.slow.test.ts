import { readFileSync } from "node:fs";
import { join } from "node:path";
import type pg from "pg";
import { getUser } from "#contract/account.ts";
import type { Call, InputOf } from "#contract/call.ts";
import { getChat, getChats, readChat, sendMessage } from "#contract/chat.ts";
import { getLikes, likeMember } from "#contract/likes.ts";
import { getMember, searchMembers } from "#contract/members.ts";
import { getDeck } from "#contract/swipe.ts";
import { getVisitors } from "#contract/visitors.ts";
import { plantMembers } from "#server/features/search/test-planted.ts";
import { expect } from "#server/test.ts";
import { test as base } from "./test-pages.ts";

const planted = 20_000;
/** The largest tables that a search reads. */
const largeTables = ["profiles", "interest_holders", "conversation_members", "likes", "photos", "cities"];

type Statement = { name?: string | undefined; text: string; values: unknown[] };
type Query = (config: string | Statement, values?: unknown[], done?: unknown) => unknown;

const test = base
  /**
   * Records the statements of a run. A round trip begins whenever no other statement is waiting for its answer, and all
   * of its answers come together: how many a run takes does not depend on how long each statement takes.
   */
  .extend("record", { scope: "file" }, ({ services: { pool } }) => {
    const watched = new WeakSet<pg.PoolClient>();
    let statements: Statement[] = [];
    let [waiting, roundTrips] = [0, 0];
    let round = Promise.withResolvers<void>();
    pool.on("acquire", (client) => {
      if (watched.has(client)) return;
      watched.add(client);
      const query = client.query.bind(client) as unknown as Query;
      const recorded: Query = (config, values, done) => {
        const statement = typeof config === "string" ? { text: config, values: [] } : config;
        statements.push({ ...statement, values: values ?? statement.values ?? [] });
        if (waiting === 0) {
          roundTrips += 1;
          round = Promise.withResolvers();
        }
        waiting += 1;
        const { promise, resolve } = round;
        return Promise.resolve(query(config, values, done)).finally(() => {
          waiting -= 1;
          if (waiting === 0) resolve();
          return promise;
        });
      };
      client.query = recorded as unknown as typeof client.query;
    });
    return async (run: () => Promise<unknown>) => {
      [statements, roundTrips] = [[], 0];
      await run();
      const recording = { statements, roundTrips };
      statements = [];
      return recording;
    };
  })
  .extend("site", { scope: "file" }, async ({ services, siteIds, member }) => {
    await plantMembers({ services, siteIds }, planted, "costs");
    const preferences = { prefers_min_age: 25, prefers_max_age: 45, goals: ["fun"], body_type: "slim" };
    const person = { country: "DE", sexuality: "hetero" as const, credits: 50, preferences, createdAt: new Date(0) };
    const anna = await member({ ...person, name: "Anna" });
    const men = [];
    for (const name of ["Ben", "Carl", "Dan"]) men.push(await member({ ...person, name, gender: "male" }));
    for (const man of men) {
      await man.client.call(sendMessage, { body: { member: anna.id, text: "How was your week?" } });
      await man.client.call(likeMember, { body: { id: anna.id } });
      await man.client.call(getMember, { query: { id: anna.id } });
    }
    await services.pool.query("vacuum (analyze)");
    return { anna, men };
  });

type Plan = { "Relation Name"?: string; "Actual Rows"?: number; "Actual Loops"?: number; Plans?: Plan[] } & Partial<
  Record<"Rows Removed by Filter" | "Rows Removed by Index Recheck", number>
>;

/** How many rows of each large table a plan reads, those that do not fit included. */
function rowsRead(plan: Plan, rows = new Map<string, number>()): Map<string, number> {
  const table = plan["Relation Name"] ?? "";
  if (largeTables.includes(table)) {
    const read =
      (plan["Actual Rows"] ?? 0) + (plan["Rows Removed by Filter"] ?? 0) + (plan["Rows Removed by Index Recheck"] ?? 0);
    rows.set(table, (rows.get(table) ?? 0) + Math.round(read * (plan["Actual Loops"] ?? 1)));
  }
  for (const part of plan.Plans ?? []) rowsRead(part, rows);
  return rows;
}

async function readRows(pool: pg.Pool, statements: readonly Statement[]): Promise<string> {
  const rows = new Map<string, number>();
  const client = await pool.connect();
  try {
    for (const { text, values } of statements) {
      const { rows: found } = await client.query({ text: `explain (analyze, format json) ${text}`, values });
      rowsRead(found[0]["QUERY PLAN"][0].Plan, rows);
    }
  } finally {
    client.release();
  }
  return largeTables.flatMap((table) => (rows.has(table) ? [`${table} ${rows.get(table)}`] : [])).join(", ");
}

/**
 * How many of the statements a connection plans anew each time, because they have no name. Of those with a name
 * PostgreSQL decides by the statistics of the moment.
 */
const countUnnamed = (statements: readonly Statement[]) =>
  statements.filter(({ name, text }) => name === undefined && !/^(?:begin|commit|set )/.test(text)).length;

const snapshot = join(import.meta.dirname, "costs.txt");

/** A page's size in kB: the snapshot's, unless it is 5 % off. Each word of a page's texts changes the exact one. */
function pageSize(name: string, bytes: number): number {
  const line = readFileSync(snapshot, "utf8")
    .split("\n")
    .find((text) => text.startsWith(`${name}: `));
  const [before, now] = [Number(/(\d+) kB$/.exec(line ?? "")?.[1] ?? 0), Math.round(bytes / 1000)];
  return Math.abs(now - before) <= before * 0.05 ? before : now;
}

/**
 * A first call fills the caches. `again` is the input of the measured call, if it must differ from the first one's.
 * `explained`: with the rows read; `repeated`: with how many of its statements have no name.
 */
type Frequent = { name: string; call: Call; input?: object; again?: object; explained?: true; repeated?: true };

// a second try would count what the first one has changed
const once = { retry: 0, timeout: 120_000 };
test(
  "D12.3 what the most frequent calls and pages cost: statements, round trips, bytes, and rows that they read",
  once,
  async ({ record, site: { anna, men }, services, load }) => {
    const [ben, carl] = men.map(({ id }) => id);
    const { chats } = (await anna.client.call(getChats)).body;
    const conversation = chats[0]?.conversation;
    const query = { conversation: conversation?.id };
    const text = "We went to the sea again.";
    const near = { country: "DE", min_age: 30, max_age: 39 };
    const frequent: Frequent[] = [
      { name: "search for you, ages and country", call: searchMembers, input: { query: near }, explained: true },
      { name: "search for you, everyone", call: searchMembers, input: { query: { anyone: "1" } }, explained: true },
      { name: "search within 50 km", call: searchMembers, input: { query: { distance: 50 } }, explained: true },
      { name: "search best match", call: searchMembers, input: { query: { sort: "best" } }, explained: true },
      { name: "a member's page", call: getMember, input: { query: { id: ben } }, repeated: true },
      { name: "the user", call: getUser, repeated: true },
      { name: "chats", call: getChats, repeated: true },
      { name: "a chat", call: getChat, input: { query }, repeated: true },
      { name: "send a message", call: sendMessage, input: { body: { member: ben, text } } },
      { name: "read a chat", call: readChat, input: { body: { conversation } }, repeated: true },
      { name: "like", call: likeMember, input: { body: { id: ben } }, again: { body: { id: carl } } },
      { name: "likes", call: getLikes },
      { name: "visitors", call: getVisitors },
      { name: "deck", call: getDeck },
    ];
    const lines: string[] = [];
    for (const { name, call, input = {}, again = input, explained, repeated } of frequent) {
      const ask = async (given: object) => {
        const { status, body } = await anna.client.call(call, given as Partial<InputOf<Call>>);
        expect([name, status]).toEqual([name, 200]);
        return JSON.stringify(body).length;
      };
      await ask(input);
      let bytes = 0;
      const { statements, roundTrips } = await record(async () => {
        bytes = await ask(again);
      });
      const read = explained ? await readRows(services.pool, statements) : "";
      lines.push(
        `${name}: ${statements.length} statements, ${roundTrips} round trips, ${(bytes / 1000).toFixed(1)} kB`,
        ...(read === "" ? [] : [`  rows read: ${read}`]),
        ...(repeated ? [`  statements without a name: ${countUnnamed(statements)}`] : []),
      );
    }
    const pages: { name: string; path: string; client?: typeof anna.client }[] = [
      { name: "page: a visitor's home", path: "/" },
      { name: "page: a visitor's prices", path: "/pricing" },
      { name: "page: members", path: "/members?country=DE&min_age=30&max_age=39", client: anna.client },
      { name: "page: a member", path: `/members/${ben}`, client: anna.client },
      { name: "page: chats", path: "/chats", client: anna.client },
      { name: "page: a chat", path: `/chats/${conversation?.id}`, client: anna.client },
    ];
    for (const { name, path, client } of pages) {
      const ask = async () => {
        const { statusCode, rawPayload } = await load("en", path, client ? { client } : {});
        expect([name, statusCode]).toEqual([name, 200]);
        return rawPayload.length;
      };
      await ask();
      let bytes = 0;
      // a page's calls run at once: how many statements share a round trip depends on the moment
      const { statements } = await record(async () => {
        bytes = await ask();
      });
      const read = await readRows(services.pool, statements);
      lines.push(
        `${name}: ${statements.length} statements, ${pageSize(name, bytes)} kB`,
        ...(read === "" ? [] : [`  rows read: ${read}`]),
      );
    }
    await expect(`${lines.join("\n")}\n`).toMatchFileSnapshot(snapshot);
  },
);
