import { sql } from "kysely";
import { blockMember } from "#contract/moderation.ts";
import { getMemberFile, sanctionMember } from "#contract/staff-members.ts";
import { insertPairRow } from "#server/db/test-pair-row.ts";
import { deleteOwnAccount } from "#server/features/account/test-leaving.ts";
import { signupForm } from "#server/features/account/test-signup.ts";
import { hashPassword } from "#server/features/auth/index.ts";
import { staffMember } from "#server/features/office/staff/test-staff.ts";
import { calls } from "#server/http/calls.ts";
import { callName, inputAbout, thingsWith } from "#server/http/test-inputs.ts";
import { test as base, expect, type Fixtures, type Member } from "#server/test.ts";
import { collectData } from "./archive.ts";

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
      return {
        events: heard.map(({ type }) => type),
        notices: notices.map(({ kind }) => kind),
        mails: (await mails(other.email)).map(({ subject }) => subject),
        parts: data.filter(([, part]) => JSON.stringify(part).includes(author.id)).map(([name]) => name),
      };
    };
  });

const reads = calls.filter(({ method, who, callers }) => method === "GET" && who !== "staff" && callers === "any");
/** Random in each answer. */
const randomFields = ["challenge", "next_cursor"];
let addresses = 0;

/** What each read answers a member who asks it about another one, as text. */
async function answersTo({ client }: Member, services: Fixtures["services"], about: Member) {
  const answers: Record<string, string> = {};
  for (const call of reads) {
    const input = inputAbout(call, thingsWith(services, { member: about.id }))?.input as object;
    // each from a different address: rate limits are tested elsewhere
    const { status, body } = await client.call(call, input, { address: `203.0.113.${++addresses % 250}` });
    const plain = (key: string, value: unknown) => (randomFields.includes(key) ? undefined : value);
    answers[callName(call)] = `${status} ${JSON.stringify(body, plain)}`;
  }
  return answers;
}

const nothing = { events: [], notices: [], mails: [], parts: [] };

/** The tables between members that have a row of these two. */
async function tablesOfPair({ db, pairTables }: Fixtures["services"], one: Member, other: Member): Promise<string[]> {
  const names: string[] = [];
  for (const { table, columns } of pairTables) {
    const ids = sql`array[${sql.join(columns.map((column) => sql.ref(column)))}]`;
    const { rows } = await sql`
      select from ${sql.table(table)} where ${ids} @> array[${one.id}, ${other.id}]::uuid[]`.execute(db);
    if (rows.length > 0) names.push(table);
  }
  return names;
}

test("quality: nothing reaches the other one when a member stores what only its author may know", async ({
  services,
  pair,
  secretTables,
  reached,
}) => {
  const secret: string[] = secretTables.map(({ table }) => table);
  const tried = new Set<string>();
  for (const call of calls.filter(({ who, method }) => who === "member" && method !== "GET")) {
    const input = JSON.stringify(inputAbout(call, thingsWith(services, { member: "OTHER" }))?.input ?? {});
    if (!input.includes("OTHER")) continue;
    for (const each of new Set([input, input.replaceAll(":true", ":false")])) {
      const store = ({ client }: Member, { id }: Member) => client.call(call, JSON.parse(each.replaceAll("OTHER", id)));
      const [author, other] = await pair();
      const signs = reached(author, other);
      await store(author, other);
      const tables = await tablesOfPair(services, author, other);
      if (tables.length === 0 || !tables.every((table) => secret.includes(table))) continue;
      for (const table of tables) tried.add(table);
      expect(await signs(), callName(call)).toEqual(nothing);

      const [secretive, curious] = await pair();
      // a first read may change the next one, such as what counts as seen
      await answersTo(curious, services, secretive);
      const before = await answersTo(curious, services, secretive);
      await store(secretive, curious);
      expect(await answersTo(curious, services, secretive), callName(call)).toEqual(before);
    }
  }
  expect([...tried].sort(), "no call of server/http/test-inputs.ts makes a row of it").toEqual(secret.sort());
});

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
