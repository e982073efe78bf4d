import { randomUUID } from "node:crypto";
import { sendMessage } from "#contract/chat.ts";
import { cutServices } from "#server/faults/test-cut-off.ts";
import { expect, test } from "#server/test.ts";
import { warnContacts } from "./warn-contacts.ts";

const chats = 300;
/** For each member: looking, the warning, what was paid, the books, the update and the mail. */
const mostSteps = 25;

test(`R10.02 a fraud with ${chats} chats: a bounded number of steps for each, all are told and paid back within a minute`, async ({
  member,
  services,
}) => {
  const fraud = await member();
  for (let count = 0; count < chats; count += 1) {
    const writer = await member({ credits: 5 });
    await writer.client.call(
      sendMessage,
      { body: { member: fraud.id, text: `Hello ${count}` } },
      { key: randomUUID() },
    );
  }
  const { db, clock } = services;
  const banned = { status: "banned", banned_at: clock.now() } as const;
  await db.updateTable("accounts").set(banned).where("id", "=", fraud.id).execute();
  const counting = cutServices(services, "killed", Number.POSITIVE_INFINITY);
  const start = performance.now();
  await warnContacts.run(counting.services, { memberId: fraud.id, decisionId: randomUUID(), ground: "scam" });
  const seconds = (performance.now() - start) / 1000;
  const steps = await counting.end();
  expect(steps).toBeLessThan(chats * mostSteps);
  expect(seconds).toBeLessThan(60);
  const told = db.selectFrom("fraud_warnings").select((select) => select.fn.countAll<number>().as("count"));
  expect(Number((await told.where("about_id", "=", fraud.id).executeTakeFirst())?.count)).toBe(chats);
  const wallets = db.selectFrom("wallets").select("credits").where("member_id", "<>", fraud.id);
  expect(new Set((await wallets.execute()).map(({ credits }) => credits))).toEqual(new Set([5]));
}, 600_000);
