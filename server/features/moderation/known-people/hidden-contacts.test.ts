import { redeemLink, resendActivation, signUp } from "#contract/account.ts";
import { getChats, sendMessage } from "#contract/chat.ts";
import { dayMs } from "#contract/durations.ts";
import {
  clearContactsDays,
  clearHiddenContacts,
  contactsADay,
  getHiddenContacts,
  hideFromContacts,
  showToContact,
} from "#contract/hidden-contacts.ts";
import { getLikes, likeMember } from "#contract/likes.ts";
import { getCard, getMember, searchMembers } from "#contract/members.ts";
import { blockMember, getBlocks, reportMember, unblockMember } from "#contract/moderation.ts";
import { setNotification } from "#contract/notifications.ts";
import { getDeck, swipeMember } from "#contract/swipe.ts";
import { getVisitors } from "#contract/visitors.ts";
import { untilWaiting } from "#server/db/test-waiting.ts";
import { inTransaction } from "#server/db/transaction.ts";
import { activationToken, signupForm } from "#server/features/account/test-signup.ts";
import { sendNoticesJob } from "#server/features/notifications/index.ts";
import { collectData } from "#server/features/privacy/archive.ts";
import { eraseAccount } from "#server/features/privacy/index.ts";
import { hideContacts, mailboxKey } from "#server/features/visibility/index.ts";
import type { TestClient } from "#server/http/test-client.ts";
import { test as base, expect, type Fixtures } from "#server/test.ts";

type Member = Awaited<ReturnType<Fixtures["signedUp"]>>;

let count = 0;
const test = base
  .extend("person", { scope: "file" }, ({ signedUp }) => async (name: string, host?: string): Promise<Member> => {
    count += 1;
    return await signedUp({ name: `${name} ${count}`, email: `${name}${count}@example.org`, seeks: "both" }, host);
  })
  /** Anna hides from these lines; then the jobs run. */
  .extend(
    "hide",
    { scope: "file" },
    ({ services }) =>
      async ({ client }: { client: TestClient }, ...lines: string[]) => {
        const answer = await client.call(hideFromContacts, { body: { lines } });
        await services.jobs.drain(services);
        return answer;
      },
  );

const totalOf = async ({ client }: Member) => (await client.call(searchMembers)).body.total.count;
const seesIn = async ({ client }: { client: TestClient }, { id }: { id: string }) => {
  const { members } = (await client.call(searchMembers, { query: { sort: "newest" } })).body;
  return members.some((each) => each.id === id);
};
/** What one gets of the other by each call that names a member. */
async function codesOf({ client }: { client: TestClient }, { id }: { id: string }) {
  const answers = await Promise.all([
    client.call(getMember, { query: { id } }),
    client.call(getCard, { query: { id } }),
    client.call(likeMember, { body: { id } }),
    client.call(swipeMember, { body: { id, like: true } }),
    client.call(sendMessage, { body: { member: id, text: "Hello there" } }),
    client.call(blockMember, { body: { id } }),
    client.call(reportMember, { body: { member: id, about: "profile", reason: "scam" } }),
  ]);
  return answers.map(({ body }) => body.error?.code);
}
const notFound = Array(7).fill("profile_not_found");

test("R11.04 after a member hides from an address, neither learns of the other by search, card, count, like, visit or mail", async ({
  person,
  hide,
  services,
  mails,
}) => {
  const [anna, ben] = [await person("Anna"), await person("Ben")];
  for (const { client } of [anna, ben]) {
    for (const kind of ["like", "visitor", "message"] as const) {
      await client.call(setNotification, { body: { kind, channel: "email", enabled: true } });
    }
  }
  await mails();
  expect([await seesIn(anna, ben), await seesIn(ben, anna)]).toEqual([true, true]);
  const totals = [await totalOf(anna), await totalOf(ben)];
  // a like and a visit of before, of which the other was not told yet
  await ben.client.call(likeMember, { body: { id: anna.id } });
  await ben.client.call(getMember, { query: { id: anna.id } });
  const sent = services.mail.sent.length;

  const answer = await hide(anna, ` Ben <${ben.form.email.toUpperCase()}>`);
  expect(answer.body).toEqual({ count: 1, added: 1, refused: [] });
  for (const [one, other] of [
    [anna, ben],
    [ben, anna],
  ] as const) {
    expect(await seesIn(one, other)).toBe(false);
    expect(await codesOf(one, other)).toEqual(notFound);
    const { profiles, liked_by, liked } = (await one.client.call(getLikes)).body;
    expect([profiles, liked_by, liked]).toEqual([[], [], []]);
    expect((await one.client.call(getVisitors, { query: {} })).body.visitors).toEqual([]);
    expect((await one.client.call(getBlocks)).body.blocks).toEqual([]);
    const deck = (await one.client.call(getDeck, { query: {} })).body;
    expect(JSON.stringify(deck)).not.toContain(other.id);
  }
  expect([await totalOf(anna), await totalOf(ben)]).toEqual(totals.map((total) => total - 1));
  services.clock.advance(4 * 3_600_000);
  await sendNoticesJob.run(services, {});
  await services.jobs.drain(services);
  expect(services.mail.sent.slice(sent).filter(({ subject }) => /like|view/i.test(subject))).toEqual([]);
});

test("R11.04 an empty field is told, instead of an answer that says nothing", async ({ person, hide }) => {
  const anna = await person("empty");
  for (const lines of [[], ["", "  "]]) {
    const { status, body } = await hide(anna, ...lines);
    expect([status, body.error?.field_codes]).toEqual([400, { lines: "required" }]);
  }
});

test("R11.04 the same for an account to come, from its signup on, by another spelling of the mailbox", async ({
  person,
  hide,
  visitor,
  services,
}) => {
  const anna = await person("Anna");
  const answer = await hide(anna, "boss.of.anna@gmail.com");
  expect(answer.body).toEqual({ count: 1, added: 1, refused: [] });
  const client = visitor();
  const form = signupForm({ name: "Her boss", email: "BossOfAnna+dating@gmail.com", seeks: "both" });
  const boss = { client, id: (await client.call(signUp, { body: form })).body.user.id };
  expect(await seesIn(boss, anna)).toBe(false);
  await client.call(redeemLink, { body: { token: await activationToken({ services }, form.email) } });
  expect([await codesOf(boss, anna), await codesOf(anna, boss)]).toEqual([notFound, notFound]);
});

test("R11.04 the same for one who signs up at the very instant in which the address is named", async ({
  person,
  visitor,
  services,
  siteIds: [siteId],
}) => {
  const anna = await person("Anna");
  const { db, config, clock } = services;
  const owner = { memberId: anna.id, siteId };
  const form = signupForm({ name: "In time", email: "in-time@example.org", seeks: "both" });
  const contacts = { keys: [mailboxKey(config, siteId, form.email)], mailboxes: [form.email] };
  const client = visitor();
  const { signup } = await inTransaction(db, async (trx) => {
    await hideContacts({ db: trx, services, now: clock.now() }, owner, contacts);
    const signup = client.call(signUp, { body: form });
    await untilWaiting(db);
    return { signup };
  });
  expect((await signup).status).toBe(200);
  expect(await seesIn({ client }, anna)).toBe(false);
});

test("R11.04 an address mistyped at the signup hides from no one once it is corrected", async ({
  person,
  hide,
  visitor,
  services,
}) => {
  const anna = await person("Anna");
  await hide(anna, "wrong-known@example.org", "right-known@example.org");
  const client = visitor();
  const form = signupForm({ name: "Mistyped", email: "wrong-known@example.org", seeks: "both" });
  const other = { client, id: (await client.call(signUp, { body: form })).body.user.id };
  const correctTo = (email: string) => client.call(resendActivation, { body: { email } });
  await correctTo("first-corrected@example.org");
  services.clock.advance(6_000);
  expect(await seesIn(other, anna)).toBe(true);
  await correctTo("right-known@example.org");
  services.clock.advance(6_000);
  expect(await seesIn(other, anna)).toBe(false);
});

test("R11.04 a chat ends as by a block, for both", async ({ person, hide, events }) => {
  const [anna, ben] = [await person("Anna"), await person("Ben")];
  await anna.client.call(sendMessage, { body: { member: ben.id, text: "Hello there" } });
  await ben.client.call(sendMessage, { body: { member: anna.id, text: "Hello you" } });
  const [toAnna, toBen] = [events(anna), events(ben)];
  await hide(anna, ben.form.email);
  expect(toAnna).toEqual([{ type: "member_hidden", member: ben.id }]);
  expect(toBen).toEqual([{ type: "member_hidden", member: anna.id }]);
  for (const { client } of [anna, ben]) expect((await client.call(getChats)).body.chats).toEqual([]);
});

test("R11.04 the answer is the same whether or not the contacts have accounts, and names the lines without one", async ({
  person,
  hide,
}) => {
  const [anna, ben] = [await person("Anna"), await person("Ben")];
  const lines = ["", "Eva", "+49 30 901820", "0170 1", "eva@"];
  const refused = [
    { line: 2, problem: "no_contact" },
    { line: 4, problem: "phone_invalid" },
    { line: 5, problem: "address_invalid" },
  ];
  expect((await hide(anna, ben.form.email, ...lines)).body).toEqual({ count: 2, added: 2, refused });
  const clara = await person("Clara");
  expect((await hide(clara, "no-account@example.org", ...lines)).body).toEqual({ count: 2, added: 2, refused });
  // once more: nothing new
  expect((await hide(clara, "no-account@example.org")).body).toEqual({ count: 2, added: 0, refused: [] });
});

test("R11.04 cleared contacts hide no one, unless the other hides too; a block lifted meanwhile changes nothing", async ({
  person,
  hide,
  services,
}) => {
  const [anna, ben, clara] = [await person("Anna"), await person("Ben"), await person("Clara")];
  await anna.client.call(blockMember, { body: { id: ben.id } });
  await hide(anna, ben.form.email, clara.form.email);
  await hide(clara, anna.form.email);
  expect((await anna.client.call(getBlocks)).body.blocks).toHaveLength(1);
  await anna.client.call(unblockMember, { body: { id: ben.id } });
  expect([await seesIn(anna, ben), await seesIn(ben, anna)]).toEqual([false, false]);
  expect((await anna.client.call(clearHiddenContacts)).body).toEqual({ count: 0 });
  expect((await anna.client.call(getHiddenContacts)).body).toEqual({ count: 0 });
  expect([await seesIn(anna, ben), await seesIn(ben, anna)]).toEqual([true, true]);
  expect([await seesIn(anna, clara), await seesIn(clara, anna)]).toEqual([false, false]);

  const again = await anna.client.call(clearHiddenContacts);
  expect([again.status, again.body.error?.code]).toEqual([429, "hiding_limit"]);
  services.clock.advance(clearContactsDays * dayMs);
});

test("R11.04 one person is shown again by their address, once in seven days; others stay hidden", async ({
  person,
  hide,
  services,
}) => {
  const [anna, ben, clara] = [await person("Anna"), await person("Ben"), await person("Clara")];
  await hide(anna, ben.form.email, clara.form.email, "nobody@example.org");
  const show = (line: string) => anna.client.call(showToContact, { body: { line } });
  expect((await show("stranger@example.org")).body).toEqual({ count: 3, removed: 0, problem: null });
  expect((await show("my boss")).body).toEqual({ count: 3, removed: 0, problem: "no_contact" });
  expect((await show("")).body).toMatchObject({ removed: 0, problem: "no_contact" });

  expect((await show(` Ben <${ben.form.email.toUpperCase()}>`)).body).toEqual({ count: 2, removed: 1, problem: null });
  expect([await seesIn(anna, ben), await seesIn(ben, anna)]).toEqual([true, true]);
  expect([await seesIn(anna, clara), await seesIn(clara, anna)]).toEqual([false, false]);
  const again = await show(clara.form.email);
  expect([again.status, again.body.error?.code]).toEqual([429, "hiding_limit"]);
  expect((await anna.client.call(clearHiddenContacts)).status).toBe(429);
  // one that is not in the list tells nothing, so it costs no turn
  expect((await show(ben.form.email)).body).toMatchObject({ removed: 0 });

  await services.limits.clear("cleared_contacts", anna.id);
  expect((await show("nobody@example.org")).body).toEqual({ count: 1, removed: 1, problem: null });
  expect(await seesIn(anna, clara)).toBe(false);
});

test("R11.04 contacts can be tried out ten times a day, and only by confirmed members", async ({
  person,
  hide,
  visitor,
}) => {
  const anna = await person("Anna");
  for (let time = 0; time < contactsADay; time += 1) await hide(anna, `guess${time}@example.org`);
  const refused = await hide(anna, "one-more@example.org");
  expect([refused.status, refused.body.error?.code]).toEqual([429, "hiding_limit"]);
  expect((await anna.client.call(getHiddenContacts)).body).toEqual({ count: contactsADay });

  const client = visitor();
  await client.call(signUp, { body: signupForm({ name: "Not yet", email: "not-yet@example.org" }) });
  const open = await hide({ client }, "guess@example.org");
  expect([open.status, open.body.error?.code]).toEqual([403, "hiding_not_confirmed"]);
});

test("R11.04 D2.1 an address hides on its own site only", async ({ person, hide, services, visitor }) => {
  const [anna, elsewhere] = [await person("Anna"), await person("Anna", "127.0.0.1")];
  await hide(elsewhere, "two-sites@example.org");
  const client = visitor();
  const form = signupForm({ name: "Both sites", email: "two-sites@example.org", seeks: "both" });
  const both = { client, id: (await client.call(signUp, { body: form })).body.user.id };
  expect(await seesIn(both, anna)).toBe(true);
  expect(await services.db.selectFrom("hidden_pairs").selectAll().where("member_id", "=", both.id).execute()).toEqual(
    [],
  );
});

test("R11.04 D3.9 only hashes are stored; the download has the number and dates; erasing leaves nothing", async ({
  person,
  hide,
  services,
}) => {
  const [anna, ben] = [await person("Anna"), await person("Ben")];
  await hide(anna, ben.form.email, "+31612345678");
  const rows = await services.db.selectFrom("hidden_contacts").selectAll().where("member_id", "=", anna.id).execute();
  expect(rows.map(({ contact_key }) => contact_key.length)).toEqual([32, 32]);
  const dataOf = async ({ id }: Member, part: string) => {
    const { site_id: siteId } = rows[0] ?? { site_id: 0 };
    return (await collectData(services.db, { memberId: id, siteId }, services.memberData))[part];
  };
  const created_at = rows[0]?.created_at;
  expect(await dataOf(anna, "hidden_contacts")).toEqual([{ created_at }, { created_at }]);
  expect(await dataOf(ben, "hidden_contacts")).toEqual([]);
  await services.db
    .updateTable("accounts")
    .set({ status: "deleted", deleted_at: new Date(0) })
    .where("id", "=", anna.id)
    .execute();
  await eraseAccount(services, anna.id);
  for (const table of ["hidden_contacts", "hidden_pairs"] as const) {
    const column = table === "hidden_pairs" ? "owner_id" : "member_id";
    expect(
      await services.db
        .selectFrom(table)
        .selectAll()
        .where(column as "member_id", "=", anna.id)
        .execute(),
    ).toEqual([]);
  }
});
