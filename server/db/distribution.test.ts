import { sql } from "kysely";
import pg from "pg";
import { vi } from "vitest";
import { getUser } from "#contract/account.ts";
import { getChat, getChats, readChat, searchChats, sendMessage } from "#contract/chat.ts";
import { getLikes, likeMember } from "#contract/likes.ts";
import { getMember, searchMembers } from "#contract/members.ts";
import { expect, test } from "#server/test.ts";
import { distribution, fanOuts, findReferences } from "./distribution.ts";

/** Records the statements that the driver sends meanwhile, over connections that are open before, too. */
async function statementsOf(run: () => Promise<void>): Promise<string[]> {
  const texts = new Set<string>();
  const submit = pg.Query.prototype.submit;
  const spy = vi.spyOn(pg.Query.prototype, "submit");
  spy.mockImplementation(function (this: pg.Query & { text: string }, connection) {
    texts.add(this.text);
    return submit.call(this, connection);
  });
  await run().finally(() => spy.mockRestore());
  return [...texts];
}

test("quality: every hot statement names its table's distribution key, but for those that docs/scaling.md lists", async ({
  pair,
}) => {
  const [anna, ben] = await pair();
  const statements = await statementsOf(async () => {
    const write = { body: { member: ben.id, text: "Hello" } };
    const first = await anna.client.call(sendMessage, write);
    expect(first.status).toBe(200);
    expect((await anna.client.call(sendMessage, write)).status).toBe(200);
    const conversation = { id: (await ben.client.call(getChats)).body.chats[0]?.conversation.id ?? "" };
    const answers = [
      await ben.client.call(getChat, { query: { conversation: conversation.id } }),
      await ben.client.call(getChat, { query: { member: anna.id } }),
      await ben.client.call(readChat, { body: { conversation } }),
      await ben.client.call(sendMessage, { body: { member: anna.id, text: "Hello too" } }),
      await ben.client.call(searchChats, { query: { q: "Hello" } }),
      await anna.client.call(searchMembers),
      await anna.client.call(likeMember, { body: { id: ben.id } }),
      await ben.client.call(getLikes),
      await ben.client.call(getMember, { query: { id: anna.id } }),
      await ben.client.call(getUser),
    ];
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  });
  const used = new Set<(typeof fanOuts)[number]>();
  const seen = new Set<string>();
  const unnamed: string[] = [];
  for (const statement of statements) {
    for (const { table, names } of findReferences(statement)) {
      seen.add(table);
      if (names(distribution[table])) continue;
      const known = fanOuts.find((fanOut) => fanOut.table === table && fanOut.by.every(names));
      if (known) used.add(known);
      else unnamed.push(`${table}: ${statement}`);
    }
  }
  expect(unnamed).toEqual([]);
  // each distributed table was used, and no line of the list is out of date
  expect([...seen].toSorted()).toEqual(Object.keys(distribution).toSorted());
  expect(fanOuts.filter((fanOut) => !used.has(fanOut))).toEqual([]);
});

test("quality: a statement names a key by its own condition, not by one about another table or another query", () => {
  const named = (statement: string) =>
    findReferences(statement).map(({ table, names }) => [table, names(distribution[table])]);
  expect(named('select * from "messages" where "conversation_id" = $1')).toEqual([["messages", true]]);
  expect(named("select * from messages m join gifts g on g.conversation_id = $1")).toEqual([["messages", false]]);
  expect(named("select (select 1 from messages where id = $1) from visits where conversation_id = $2")).toEqual([
    ["messages", false],
  ]);
  expect(named("update wallets set credits = 0 where credits > $1 and exists (select member_id = $2)")).toEqual([
    ["wallets", false],
  ]);
  expect(named("insert into ledger (site_id, member_id) values ($1, $2)")).toEqual([["ledger", true]]);
  expect(named("select from conversations c left join conversation_members as m on m.conversation_id = c.id")).toEqual([
    ["conversations", true],
    ["conversation_members", true],
  ]);
});

test("quality: the unique constraints that Citus would refuse are those that docs/scaling.md names", async ({
  services,
}) => {
  const { rows } = await sql<{ table: string; columns: string[] }>`
    select indrelid::regclass::text as table, array_agg(attname::text order by attname) as columns
      from pg_index join pg_attribute on attrelid = indrelid and attnum = any (indkey)
     where indisunique and indrelid::regclass::text = any (${Object.keys(distribution)}::text[])
     group by indexrelid, indrelid`.execute(services.db);
  const keys: Record<string, string> = distribution;
  const refused = rows.filter(({ table, columns }) => !columns.includes(keys[table] ?? ""));
  expect(refused.map(({ table, columns }) => `${table} (${columns.join(", ")})`).toSorted()).toEqual([
    "conversations (a_id, b_id)",
    "ledger (cause, cause_id)",
    "ledger (id)",
    "messages (author_id, key)",
    "messages (id)",
  ]);
});
