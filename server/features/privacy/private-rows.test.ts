import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { blockMember } from "#contract/moderation.ts";
import { getMemberFile, sanctionMember } from "#contract/staff-members.ts";
import { lockPair } from "#server/db/locks.ts";
import { insertPairRow } from "#server/db/test-pair-row.ts";
import { countWaiting } from "#server/db/test-waiting.ts";
import { inTransaction } from "#server/db/transaction.ts";
import { deleteOwnAccount } from "#server/features/account/test-leaving.ts";
import { signupForm } from "#server/features/account/test-signup.ts";
import { hashPassword } from "#server/features/auth/index.ts";
import { staffMember } from "#server/features/office/staff/test-staff.ts";
import { calls } from "#server/http/calls.ts";
import { callName, inputAbout, thingsWith } from "#server/http/test-inputs.ts";
import { deletePair } from "#server/pair-table.ts";
import { test as base, expect, type Fixtures, type Member } from "#server/test.ts";
import { collectData } from "./archive.ts";

/** Random in each answer. */
const randomFields = ["challenge", "next_cursor"];
const reads = calls.filter(({ method, who, callers }) => method === "GET" && who !== "staff" && callers === "any");
let addresses = 0;

/** What each read answers a member who asks it about another one. */
async function answersTo({ client }: Member, services: Fixtures["services"], about: Member) {
  const answers: Record<string, unknown> = {};
  for (const call of reads) {
    const input = inputAbout(call, thingsWith(services, { member: about.id }))?.input as object;
    // each from a different address: rate limits are tested elsewhere
    const { status, body } = await client.call(call, input, { address: `203.0.113.${++addresses % 250}` });
    const plain = (key: string, value: unknown) => (randomFields.includes(key) ? undefined : value);
    answers[callName(call)] = JSON.parse(JSON.stringify({ status, ...body }, plain));
  }
  return answers;
}

/** The first place of each part in which two values differ, such as `GET /api/likes.php likes 0 id`. */
function differences(before: unknown, after: unknown): string[] {
  if (before === null || after === null || typeof before !== "object" || typeof after !== "object")
    return before === after ? [] : [""];
  const fields = Object.entries({ ...before, ...after }).map(([key]) => key as keyof typeof before);
  return fields.flatMap((field) =>
    differences(before[field], after[field])
      .slice(0, 1)
      .map((rest) => `${field} ${rest}`.trimEnd()),
  );
}

const test = base
  .extend("secretTables", { scope: "file" }, ({ services }) =>
    services.pairTables.filter(({ privateTo }) => privateTo !== undefined),
  )
  /** What reaches the other one from now on: events, notices, mails, and the part of the author in a download. */
  .extend("reached", ({ services, events, mails }) => (author: Member, other: Member) => {
    const heard = events(other);
    return async () => {
      const owner = { memberId: other.id, siteId: other.siteId };
      const data = Object.entries(await collectData(services.db, owner, services.memberData));
      const notices = await services.db
        .selectFrom("notices")
        .select("kind")
        .where("member_id", "=", other.id)
        .execute();
      return [
        ...heard.map(({ type }) => `event ${type}`),
        ...notices.map(({ kind }) => `notice ${kind}`),
        ...(await mails(other.email)).map(({ subject }) => `mail ${subject}`),
        ...data.filter(([, part]) => JSON.stringify(part).includes(author.id)).map(([name]) => `download ${name}`),
      ];
    };
  });

/** The tables between members that have a row of these two, each with the column of the first one. */
async function tablesOfPair({ db, pairTables }: Fixtures["services"], one: Member, other: Member) {
  const columnOf = new Map<string, string>();
  for (const { table, columns } of pairTables) {
    for (const [own, theirs] of [columns, columns.toReversed()]) {
      const { rows } = await sql`
        select from ${sql.table(table)}
        where ${sql.ref(own)} = ${one.id} and ${sql.ref(theirs)} = ${other.id}`.execute(db);
      if (rows.length > 0) columnOf.set(table, own);
    }
  }
  return columnOf;
}

/** What members may do about another one, both ways if it is a switch; `store` does it. */
function writesAbout(services: Fixtures["services"]) {
  return calls
    .filter(({ who, method }) => who === "member" && method !== "GET")
    .flatMap((call) => {
      const input = JSON.stringify(inputAbout(call, thingsWith(services, { member: "OTHER" }))?.input ?? {});
      const inputs = input.includes("OTHER") ? [...new Set([input, input.replaceAll(":true", ":false")])] : [];
      return inputs.map((each) => {
        const inputOf = ({ id }: Member) => JSON.parse(each.replaceAll("OTHER", id));
        return { call, store: ({ client }: Member, other: Member) => client.call(call, inputOf(other)) };
      });
    });
}

test("quality: a row that only its author may know of never reaches the other one, and any other row does", async ({
  services,
  pair,
  secretTables,
  reached,
}) => {
  const secret: string[] = secretTables.map(({ table }) => table);
  const authors = new Map<string, string>();
  for (const { call, store } of writesAbout(services)) {
    const [author, other] = await pair();
    const signs = reached(author, other);
    await store(author, other);
    const rows = await tablesOfPair(services, author, other);
    for (const [table, column] of rows) authors.set(table, column);
    if (rows.size === 0 || ![...rows.keys()].every((table) => secret.includes(table))) continue;

    const [secretive, curious] = await pair();
    // a first read may change the next one, such as what counts as seen
    await answersTo(curious, services, secretive);
    const before = await answersTo(curious, services, secretive);
    await store(secretive, curious);
    const leaks = [...(await signs()), ...differences(before, await answersTo(curious, services, secretive))];
    const tables = [...rows].map(([table, column]) => `${table} (private to ${column})`).join();
    if (leaks.length > 0) expect.fail(leakOf(`${callName(call)} stores ${tables}`, leaks));
  }
  const isMade = (table: string) => authors.has(table);
  expect(
    secret.filter((table) => !isMade(table)),
    "no call of server/http/test-inputs.ts makes its row",
  ).toEqual([]);

  const [author, other] = await pair();
  await answersTo(author, services, other);
  for (const [table, column] of await tablesOfPair(services, author, other)) authors.set(table, column);
  await answersTo(other, services, author);
  for (const table of services.pairTables.filter(({ privateTo }) => privateTo === undefined)) {
    // a row that no call of one of the two makes, as a match, has no author: the smaller id comes first
    const column = authors.get(table.table);
    const ids = column
      ? table.columns.map((each) => (each === column ? author.id : other.id))
      : [author.id, other.id].sort();
    const remove = () =>
      inTransaction(
        services.db,
        async (trx) => await deletePair(await lockPair(trx, author.id, other.id), table, author.id, other.id),
      );
    await remove();
    const before = await answersTo(other, services, author);
    await insertPairRow(services.db, table, [ids[0] ?? "", ids[1] ?? ""], {
      siteId: other.siteId,
      at: services.clock.now(),
    });
    const signsToOther = differences(before, await answersTo(other, services, author));
    await remove();
    if (signsToOther.length === 0) expect.fail(nowhereShown(table.table, column));
  }
});

test("quality: a call that stores a row of two members waits for the lock of these two", async ({ services, pair }) => {
  const { db } = services;
  const waited: string[] = [];
  for (const { call, store } of writesAbout(services)) {
    const [author, other] = await pair();
    await store(author, other);
    if ((await tablesOfPair(services, author, other)).size === 0) continue;

    const [one, two] = await pair();
    let hasEnded = false;
    const storing = await inTransaction(db, async (trx) => {
      await lockPair(trx, one.id, two.id);
      const answer = store(one, two).finally(() => {
        hasEnded = true;
      });
      while (!hasEnded && (await countWaiting(db)) === 0) await pause(2);
      if (hasEnded) expect.fail(`${callName(call)} does not wait: let it write by lockPair of the two whose row it is`);
      return { answer };
    });
    await storing.answer;
    waited.push(callName(call));
  }
  expect(waited).toContain("PUT /api/mark.php");
});

const leakOf = (what: string, leaks: readonly string[]) =>
  `${what}, and the other one learns of it:
${leaks.slice(0, 3).join("; ")}
Let the read ask for the author's column, and the call neither emit nor notify; or give both \`parts\` in the pairTable.`;

const nowhereShown = (table: string, column = "…") =>
  `${table} gives both members a part of their download, but no read shows the other one its row.
Declare \`privateTo: "${column}"\` in its pairTable if they must not know of it, else show it to them.`;

type End = (author: Member, other: Member, given: Fixtures["given"]) => Promise<unknown>;
const ends: [string, End][] = [
  ["deletes the account", ({ client }) => deleteOwnAccount(client)],
  ["blocks the other", ({ client }, { id }) => client.call(blockMember, { body: { id } })],
  [
    "is banned",
    async ({ id }, _, given) => {
      const { client } = await staffMember(given, "moderator");
      const { version } = (await client.call(getMemberFile, { query: { id } })).body.member;
      const body = { id, version, measure: "banned", days: 7, ground: "harassment", words: "Be kind." } as const;
      await client.call(sanctionMember, { body });
    },
  ],
];

test.for(ends)(
  "quality: a row that only its author may know of changes nothing for the other one when its author %s",
  async ([_, end], { given, services, pair, secretTables, reached }) => {
    const passwordHash = await hashPassword(signupForm().password);
    const outcomes = [];
    for (const tables of [[], secretTables]) {
      const [author, other] = await pair({ passwordHash });
      for (const table of tables) {
        const ids = table.columns.map((column) => (column === table.privateTo ? author.id : other.id));
        const place = { siteId: author.siteId, at: services.clock.now() };
        await insertPairRow(services.db, table, [ids[0] ?? "", ids[1] ?? ""], place);
      }
      const signs = reached(author, other);
      await end(author, other, given);
      outcomes.push(await signs());
    }
    expect(outcomes[1]).toEqual(outcomes[0]);
  },
);
