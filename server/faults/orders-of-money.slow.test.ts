import { randomUUID } from "node:crypto";
import { sendMessage } from "#contract/chat.ts";
import { refundPayment } from "#contract/staff-members.ts";
import { withdraw } from "#contract/withdrawals.ts";
import { makeMember } from "#demo/factories.ts";
import { offeredRefund } from "#server/features/office/money/test-refund.ts";
import { addCode } from "#server/features/sites/index.ts";
import { TestClient } from "#server/http/test-client.ts";
import { booksOf, noticed } from "./test-books.ts";
import { everyOrderIn, orderStatements, seed } from "./test-orders.ts";
import { test as base } from "./test-shop.ts";

const test = base
  .extend("everyOrder", { scope: "file" }, ({ shop }, { onCleanup }) => orderStatements(shop.services, onCleanup))
  .extend("ben", { scope: "file" }, ({ shop }) => makeMember(shop.services, { siteId: shop.siteIds[0] ?? 0 }))
  /** A buyer of ten credits, with what they and the provider may do now. */
  .extend("buyer", { scope: "file" }, ({ shop, admin, ben }) => async () => {
    const { services, newBuyer, orderSmallest, press, tell, webhook } = shop;
    const { db } = services;
    const buyer = await newBuyer();
    const { path, id, reference } = await orderSmallest(buyer.cookie);
    const hear = async () => {
      const { body, headers } = webhook(reference);
      return (await tell(body, headers)).statusCode;
    };
    await press(path, "pay", { method: "card" });
    await hear();
    const offered = await offeredRefund(admin, id);
    const client = new TestClient(shop.app);
    client.cookies.set("auth", buyer.cookie.slice("auth=".length));
    return {
      hear,
      chargeBack: () => press(path, "charge_back"),
      spend: async () => {
        const key = randomUUID();
        return noticed(await client.call(sendMessage, { body: { member: ben.id, text: "Hello" } }, { key }));
      },
      withdraw: async () => {
        const { status, body } = await client.call(withdraw, { body: { payment_id: id } });
        return [noticed({ status, body }), body.refund];
      },
      refund: async () => {
        const { status, body } = await admin.call(refundPayment, { body: offered });
        return [noticed({ status, body }), body.credits];
      },
      state: async () => {
        const payments = db.selectFrom("payments").select(["status", "refunded_minor", "charged_back_minor"]);
        const refunds = db.selectFrom("refunds").select(["credits", "amount_minor", "status", "reason"]);
        return {
          books: await booksOf(db, [buyer.id]),
          payments: await payments.where("member_id", "=", buyer.id).execute(),
          refunds: await refunds.where("payment_id", "=", id).orderBy("reason").execute(),
        };
      },
    };
  })
  .extend("everyOrderOf", { scope: "file" }, ({ everyOrder, buyer }) => everyOrderIn(everyOrder, buyer));

test(`D7.4 in every order of statements a refund and a message never use the same credit (seed ${seed})`, async ({
  everyOrderOf,
}) => {
  await everyOrderOf(({ spend, refund }) => ({ spend, refund, again: spend }));
});

test(`D7.7 in every order of statements a refund and a withdrawal pay each credit back once (seed ${seed})`, async ({
  everyOrderOf,
}) => {
  await everyOrderOf(({ withdraw, refund }) => ({ withdraw, refund }));
});

test(`D7.7 in every order of statements a bank's return and a withdrawal agree with the ledger (seed ${seed})`, async ({
  everyOrderOf,
}) => {
  await everyOrderOf(async ({ chargeBack, hear, withdraw }) => {
    await chargeBack();
    return { return: hear, withdraw };
  });
});

test(`D7.4 in every order of statements a bank's return and a message leave no negative balance (seed ${seed})`, async ({
  everyOrderOf,
}) => {
  await everyOrderOf(async ({ chargeBack, hear, spend }) => {
    await chargeBack();
    return { return: hear, again: hear, spend };
  });
});

test(`D7.6 in every order of statements a code that works once has one holder (seed ${seed})`, async ({
  shop,
  everyOrder,
}) => {
  const { services, siteIds, newBuyer, order, bundlesOf } = shop;
  const { db, clock } = services;
  await everyOrder(async () => {
    const [anna, ben] = [await newBuyer(), await newBuyer()];
    const code = `CODE-${randomUUID().slice(0, 8)}`;
    const discount = { site_id: siteIds[0] ?? 0, validity: "once", percentage: 10, created_at: clock.now() } as const;
    await addCode(db, { ...discount, code });
    const [smallest] = await bundlesOf(anna.cookie);
    const amount = (smallest?.price ?? 0) - Math.round((smallest?.price ?? 0) / 10);
    const buy = async (cookie: string) => {
      const answer = await order(cookie, { bundle_id: smallest?.id, amount, code });
      return [answer.statusCode, answer.json().error?.field_codes];
    };
    const uses = db.selectFrom("discount_uses").innerJoin("discount_codes", "discount_codes.id", "code_id");
    return {
      acts: { anna: () => buy(anna.cookie), ben: () => buy(ben.cookie) },
      state: () => uses.select("state").where("code", "=", code).execute(),
    };
  });
});
