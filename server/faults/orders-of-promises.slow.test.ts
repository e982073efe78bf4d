import { randomUUID } from "node:crypto";
import { declineChat } from "#contract/answer-promise.ts";
import { deleteChat, sendMessage } from "#contract/chat.ts";
import { blockMember } from "#contract/moderation.ts";
import { refundPayment } from "#contract/staff-members.ts";
import { withdraw } from "#contract/withdrawals.ts";
import { makeMember } from "#demo/factories.ts";
import { settlePromises } from "#server/features/chat/promise/settle-promise.ts";
import { warnContacts } from "#server/features/moderation/fraud/warn-contacts.ts";
import { offeredRefund } from "#server/features/office/money/test-refund.ts";
import { TestClient } from "#server/http/test-client.ts";
import { booksOf, noticed } from "./test-books.ts";
import { everyOrderIn, orderStatements, seed } from "./test-orders.ts";
import { test as base } from "./test-shop.ts";

const test = base
  .extend("everyOrder", { scope: "file" }, ({ shop }, { onCleanup }) => orderStatements(shop.services, onCleanup))
  /** Anna, who bought ten credits and wrote to Ben; the time of the promise to her is over in a millisecond. */
  .extend("written", { scope: "file" }, ({ shop, admin }) => async () => {
    const { app, services, siteIds, newBuyer, orderSmallest, press, tell, webhook } = shop;
    const { db, clock } = services;
    const clientOf = (cookie: string) => {
      const client = new TestClient(app);
      client.cookies.set("auth", cookie.slice("auth=".length));
      return client;
    };
    // what earlier orders left open
    clock.advance(10);
    await settlePromises.run(services, {});
    const buyer = await newBuyer();
    const ben = await makeMember(services, { siteId: siteIds[0] ?? 0, credits: 5 });
    const { path, id: payment_id, reference } = await orderSmallest(buyer.cookie);
    const hear = async () => {
      const { body, headers } = webhook(reference);
      return (await tell(body, headers)).statusCode;
    };
    await press(path, "pay", { method: "card" });
    await hear();
    const [anna, bens] = [clientOf(buyer.cookie), clientOf(ben.cookie)];
    const write = (client: TestClient, to: string) =>
      client.call(sendMessage, { body: { member: to, text: "Hello" } }, { key: randomUUID() });
    const { conversation } = (await write(anna, ben.id)).body;
    const open = db.updateTable("answer_promises").set({ due_at: new Date(clock.now().getTime() + 1) });
    await open.where("author_id", "=", buyer.id).execute();
    const offered = await offeredRefund(admin, payment_id, "all");
    const close = async () => {
      const banned = { status: "banned", banned_at: clock.now() } as const;
      await db.updateTable("accounts").set(banned).where("id", "=", ben.id).execute();
    };
    return {
      hear,
      close,
      chargeBack: () => press(path, "charge_back"),
      answer: async () => noticed(await write(bens, buyer.id)),
      spend: async () => noticed(await write(anna, ben.id)),
      block: async () => noticed(await anna.call(blockMember, { body: { id: ben.id } })),
      decline: async () => {
        const body = { conversation: { id: conversation.id }, reason: "too_far" } as const;
        return noticed(await bens.call(declineChat, { body }));
      },
      remove: async () => noticed(await anna.call(deleteChat, { body: { conversation: { id: conversation.id } } })),
      settle: async () => {
        clock.advance(10);
        await settlePromises.run(services, {});
      },
      warn: () => warnContacts.run(services, { memberId: ben.id, decisionId: randomUUID(), ground: "scam" }),
      withdraw: async () => noticed(await anna.call(withdraw, { body: { payment_id } })),
      refund: async () => noticed(await admin.call(refundPayment, { body: offered })),
      state: async () => {
        const back = db.selectFrom("ledger").select(["cause", "amount"]).where("amount", ">", 0);
        const causes = ["no_answer", "declined", "fraud"];
        const told = db.selectFrom("fraud_warnings").select("credits").where("member_id", "=", buyer.id);
        const promise = db.selectFrom("answer_promises").select("outcome").where("author_id", "=", buyer.id);
        return {
          books: await booksOf(db, [buyer.id, ben.id]),
          back: await back.where("member_id", "=", buyer.id).where("cause", "in", causes).execute(),
          promise: await promise.execute(),
          told: await told.execute(),
        };
      },
    };
  })
  .extend("everyOrderOf", { scope: "file" }, ({ everyOrder, written }) => everyOrderIn(everyOrder, written));

test(`R10.01 in every order of statements an answer, a “No, thanks” and the deadline agree (seed ${seed})`, async ({
  everyOrderOf,
}) => {
  await everyOrderOf(({ answer, decline, settle }) => ({ answer, decline, settle }));
});

test(`R10.01 in every order of statements the author’s removal, a “No, thanks” and the deadline agree (seed ${seed})`, async ({
  everyOrderOf,
}) => {
  await everyOrderOf(({ remove, decline, settle }) => ({ remove, decline, settle }));
});

test(`R10.01 in every order of statements a withdrawal, the deadline and a message count each credit once (seed ${seed})`, async ({
  everyOrderOf,
}) => {
  await everyOrderOf(({ withdraw: withdrawn, settle, spend }) => ({ withdraw: withdrawn, settle, spend }));
});

test(`R10.02 in every order of statements a ban, a refund and the deadline give a message back once (seed ${seed})`, async ({
  everyOrderOf,
}) => {
  await everyOrderOf(async ({ close, warn, settle, refund }) => {
    await close();
    return { warn, settle, refund };
  });
});

test(`R10.02 in every order of statements a bank's return and two runs of the warning agree with the ledger (seed ${seed})`, async ({
  everyOrderOf,
}) => {
  await everyOrderOf(async ({ chargeBack, close, hear, warn }) => {
    await chargeBack();
    await close();
    return { return: hear, warn, again: warn };
  });
});

test(`R10.02 in every order of statements a block hides no victim from the warning that follows (seed ${seed})`, async ({
  everyOrderOf,
}) => {
  await everyOrderOf(async ({ block, close, warn, settle }) => {
    const closeAndWarn = async () => {
      await close();
      await warn();
    };
    return { block, ban: closeAndWarn, settle };
  });
});
