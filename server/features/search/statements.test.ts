import { join } from "node:path";
import { Kysely, PostgresDialect } from "kysely";
import type { SearchQuery } from "#contract/members.ts";
import { preparedMark } from "#server/db/driver.ts";
import type { DB } from "#server/db/schema.ts";
import { findViewer, type ViewerProfile } from "#server/features/profiles/index.ts";
import { test as base, expect } from "#server/test.ts";
import { findRarestInterest } from "./count.ts";
import type { Cursor } from "./cursor.ts";
import { findPage } from "./find-page.ts";
import { choosePlan } from "./plan.ts";
import { toFilter } from "./rules.ts";

type Sent = { sql: string; parameters: readonly unknown[] };
const viewerId = "11111111-1111-4111-8111-111111111111";

const test = base
  /** The statements that were sent since the last time. */
  .extend("sent", { scope: "file" }, ({ services }) => {
    const all: Sent[] = [];
    const db = new Kysely<DB>({
      dialect: new PostgresDialect({ pool: services.pool }),
      log: ({ query }) => void all.push({ sql: query.sql, parameters: query.parameters }),
    });
    return { db, take: () => all.splice(0) };
  })
  .extend("viewer", { scope: "file" }, async ({ member, services }): Promise<ViewerProfile> => {
    const { id } = await member({ country: "DE", sexuality: "hetero" });
    return { ...(await findViewer(services.db, id)), member_id: viewerId };
  });

function literal(value: unknown): string {
  if (value === null || value === undefined) return "null";
  if (Array.isArray(value)) return `'{${value.join(",")}}'`;
  return `'${value instanceof Date ? value.toISOString() : String(value)}'`;
}

const clause = /^(?:with|select|from|where|and|order by|limit|left join|cross join|join|counted as|few as|page as)\b/;

/** Whether the text begins with a query that ends at the closing bracket. */
function isQuery(text: string): boolean {
  let depth = 1;
  const end = [...text].findIndex((character) => {
    if (character === "(") depth += 1;
    if (character === ")") depth -= 1;
    return depth === 0;
  });
  return text.startsWith("select ") && text.slice(0, end).includes(" from ");
}

/** Breaks a statement before each clause, and indents what stands in brackets with a `select` of its own. */
function inLines(text: string): string {
  const brackets: boolean[] = [];
  let lines = "";
  for (const [index, character] of [...text].entries()) {
    const rest = text.slice(index + 1);
    if (character === "(") brackets.push(isQuery(rest));
    const isInline = brackets.at(-1) === false;
    const isBreak =
      character === " "
        ? !isInline && clause.test(rest) && !/(?:left|cross)$/.test(lines)
        : character === "(" && !isInline;
    lines += character === " " && isBreak ? "" : character;
    if (character === ")") brackets.pop();
    if (isBreak) lines += `\n${"  ".repeat(brackets.length)}`;
  }
  return lines;
}

/** The statement with its values, as `explain` takes it. */
function written({ sql, parameters }: Sent): string {
  const text = sql
    .replace(preparedMark, "")
    .trim()
    .replaceAll(/\s+/g, " ")
    .replaceAll(/ (?=\))|(?<=\() /g, "");
  return inLines(text).replaceAll(/\$(\d+)/g, (_, number) => literal(parameters[Number(number) - 1]));
}

type Case = { query: SearchQuery; visitor?: true; total?: number; after?: Omit<Cursor, "id" | "boundary"> };
const many = 10_001;
const behind = { value: "161795000000123456", total: many, find: "walk", lately: null } as const;
const near = { country: "DE", countryregion: "DE-BE", min_age: 30, max_age: 39 };

/** A search for each plan and order. `total` is known if a search of the last minute counted more than the cap. */
const cases: Record<string, Case> = {
  "gather for-you": { query: { ...near, photo: "1" } },
  "gather active within a distance": { query: { sort: "active", distance: 50, new: "1" } },
  "gather nearest": { query: { sort: "nearest", country: "DE", anyone: "1", gender: "female" } },
  "gather by interests": { query: { sort: "active", interests: ["art", "tea"] } },
  "gather by facts": { query: { sort: "active", smoking: ["no"], languages: ["de", "en"], min_height: 170 } },
  "gather best": { query: { sort: "best", country: "DE" } },
  "gather for a visitor": { query: { country: "DE" }, visitor: true },
  "walk for-you": { query: { min_age: 30 }, total: many },
  "walk active": { query: { sort: "active" }, visitor: true, total: many },
  "walk active, page 2": { query: { sort: "active", people: "1" }, after: behind },
  "walk newest": { query: { sort: "newest" }, total: many },
  "walk nearest": { query: { sort: "nearest", country: "DE" }, total: many },
  "walk best": { query: { sort: "best" }, total: many },
};

test.for(Object.entries(cases))(
  "the statements of a search that is found by: %s",
  async ([name, { query, visitor, total, after: given }], { sent, viewer, siteIds, services }) => {
    const now = services.clock.now();
    const who = visitor ? null : viewer;
    const filter = { ...toFilter(query, siteIds[0], who, now, "DE"), siteId: 1 };
    const after = given ? { ...given, id: viewerId, boundary: null } : null;
    const interest = await findRarestInterest(sent.db, filter);
    sent.take();
    const { find, why } = choosePlan(filter, { after, total: after?.total ?? total, interest, counted: null });
    await findPage(sent.db, filter, { viewer: who, after, total: after?.total ?? total });
    const statements = [...new Map(sent.take().map((statement) => [statement.sql, statement])).values()];
    const text = statements.map((statement) => `${written(statement)};\n`);
    const file = join(import.meta.dirname, "sql", `${name.replaceAll(/[^a-z0-9]+/g, "-")}.sql`);
    await expect(`-- ${find}: ${why}\n${text.join("\n")}`).toMatchFileSnapshot(file);
    // each can be explained as it stands
    const plans: string[] = [];
    for (const statement of text) {
      const { rows } = await services.pool.query<{ "QUERY PLAN": string }>(`explain ${statement}`);
      plans.push(rows.map((row) => row["QUERY PLAN"]).join("\n"));
    }
    expect(plans.every((plan) => plan !== "")).toBe(true);
    // the index gives the towns in their order: sorting all towns of a country takes half a second
    if (name === "walk nearest") expect(plans[0]).toMatch(/Index Scan using cities_around .*\n.*\n +Order By: /);
  },
);
