import { getComplaints, requestBan, sendComplaint } from "#contract/complaints.ts";
import { dayMs } from "#contract/durations.ts";
import { requestWithdrawal } from "#contract/withdrawals.ts";
import type { Db } from "#server/db/pool.ts";
import { collectData } from "#server/features/privacy/archive.ts";
import { purgeOldRows } from "#server/features/retention.ts";
import { expect, test } from "#server/test.ts";
import { memberData } from "../member-data.ts";
import { findComplaints } from "./list-complaints.ts";
import { closeComplaint } from "./store.ts";

const stored = (db: Db, number: string) =>
  db.selectFrom("complaints").selectAll().where("number", "=", number).executeTakeFirst();

test("R2.01 a complaint gets a number, reaches the staff by mail, and is confirmed to the member who sent it", async ({
  signedUp,
  services,
  mails,
}) => {
  const { client, form } = await signedUp();
  const { email } = form;
  await mails();
  const answer = await client.call(sendComplaint, { body: { email, text: "My photo was\nrejected twice." } });
  const { number, received_at: at } = answer.body;
  expect([answer.status, number, at]).toEqual([
    200,
    expect.stringMatching(/^[2-9A-Z]{4}-[2-9A-Z]{4}$/),
    services.clock.now().toISOString(),
  ]);
  const sent = (await mails()).slice(-2);
  const [toStaff, toMember] = ["help@rendezvous.invalid", email].map((to) => sent.find((mail) => mail.to === to));
  expect(toStaff?.subject).toBe(`Complaint ${number}`);
  for (const word of [number, email, "rejected twice.", "/staff/queue/complaints"])
    expect(toStaff?.text).toContain(word);
  expect(toMember?.subject).toContain(number);
  const open = await stored(services.db, number);
  expect(open).toMatchObject({ kind: "complaint", email, logged_in: true, closed_at: null });
  expect(open?.member_id).not.toBeNull();
});

test("R2.01 anyone may complain without an account; no mail goes to an address that has none", async ({
  client,
  mails,
  services,
}) => {
  const body = { email: "stranger@example.org", text: "Someone uses my picture" };
  const { number } = (await client.call(sendComplaint, { body })).body;
  expect((await mails()).map(({ to }) => to)).toEqual(["help@rendezvous.invalid"]);
  expect(await stored(services.db, number)).toMatchObject({
    member_id: null,
    logged_in: false,
    text: "Someone uses my picture",
  });
});

test("R2.01 a retry is one complaint, and a member's mailbox gets three confirmations a day at most", async ({
  signedUp,
  visitor,
  mails,
}) => {
  const { email } = (await signedUp()).form;
  await mails();
  const key = "0192f0c1-0000-4000-8000-000000000001";
  const client = visitor();
  const again = async () => (await client.call(sendComplaint, { body: { email, text: "Hello" } }, { key })).body.number;
  expect(await again()).toBe(await again());
  for (let count = 0; count < 5; count += 1) await visitor().call(sendComplaint, { body: { email, text: `${count}` } });
  expect((await mails(email)).filter(({ subject }) => subject.includes("We’ve got your message"))).toHaveLength(3);
});

test("D11.9 a complaint in a member's name, sent without a login, is not that member's: staff see that it is unproven", async ({
  member,
  visitor,
  services,
}) => {
  const anna = await member();
  const confession = { email: anna.email, text: "I confess everything" };
  const { number } = (await visitor().call(sendComplaint, { body: confession })).body;
  expect((await anna.client.call(getComplaints)).body.complaints).toEqual([]);
  const owner = { memberId: anna.id, siteId: anna.siteId };
  const complaintData = memberData.filter(({ part }) => part.startsWith("complaint"));
  expect(await collectData(services.db, owner, complaintData)).toEqual({ complaints: [], complaint_messages: [] });
  const [found] = await findComplaints(services.db, {
    text: number,
    state: undefined,
    sites: null,
    limit: 1,
    now: services.clock.now(),
  });
  expect(found?.shown.sender).toBe("unproven");
  expect(found?.row.member_id).toBeNull();
  const row = services.db.updateTable("complaints").set({ member_id: anna.id }).where("number", "=", number);
  await expect(row.execute()).rejects.toThrow("complaints_sender_known");
});

test("D7.7 R2.01 sixty people behind one address can declare what the law lets them; the mailbox they name gets three mails", async ({
  signedUp,
  visitor,
  mails,
}) => {
  const { email } = (await signedUp()).form;
  const send = async () => {
    const client = visitor();
    return [
      (await client.call(sendComplaint, { body: { email, text: "Hello" } })).status,
      (await client.call(requestBan, { body: { email, text: "" } })).status,
      (await client.call(requestWithdrawal, { body: { email, number: "2026-000001" } })).status,
    ];
  };
  for (let people = 0; people < 8; people += 1) expect(await send()).toEqual([200, 200, 200]);
  const subjects = (await mails(email)).map(({ subject }) => subject);
  expect(subjects.filter((subject) => /got your message|banned|withdrawal/i.test(subject))).toHaveLength(3);
});

test("R2.01 bad input: without an address or a text, with control characters, or too long, it is refused", async ({
  client,
}) => {
  for (const body of [
    { email: "", text: "x" },
    { email: "no address", text: "x" },
    { email: "a@example.org", text: " \u200b " },
    { email: "a@example.org", text: "a\u0000b" },
    { email: "a@example.org", text: "x".repeat(4001) },
  ]) {
    expect((await client.call(sendComplaint, { body })).body.error?.code).toBe("invalid_input");
  }
  expect((await client.call(requestBan, { body: { email: "a@example.org", text: "" } })).status).toBe(200);
});

test("R2.01 what staff closed is deleted after a year, what is open never", async ({ client, services }) => {
  const send = async (text: string) =>
    (await client.call(sendComplaint, { body: { email: "a@example.org", text } })).body.number;
  const [closed, open] = [await send("done"), await send("not done")];
  await closeComplaint(services.db, closed, services.clock.now());
  services.clock.advance(366 * dayMs);
  await purgeOldRows.run(services, {});
  const rows = await services.db
    .selectFrom("complaints")
    .select("number")
    .where("number", "in", [closed, open])
    .execute();
  expect(rows).toEqual([{ number: open }]);
});

test("R9.05 a new account keeps the version of the terms that it accepted", async ({ signedUp, services }) => {
  const { email } = (await signedUp()).form;
  const query = services.db.selectFrom("accounts").select("terms_version").where("email", "=", email);
  const { terms_version: version } = await query.executeTakeFirstOrThrow();
  expect(String(version)).toContain("2026-11-20");
});
