import { blockMember } from "#contract/moderation.ts";
import { test as base } from "#server/features/chat/talks/test-talk.ts";
import type { Fixtures, Member } from "#server/test.ts";
import { booksOf, noticed } from "./test-books.ts";
import { orderStatements, seed } from "./test-orders.ts";

const test = base.extend("everyOrder", { scope: "file" }, ({ services }, { onCleanup }) =>
  orderStatements(services, onCleanup),
);

/** How the call stands, who still sits in it, what it cost, and the books of both. */
async function stateOf({ db }: Fixtures["services"], id: string, both: readonly Member[]) {
  const talk = db.selectFrom("talks").select(["ending", "minutes_charged"]).where("id", "=", id);
  const sides = db.selectFrom("talk_sides").select("member_id").where("talk_id", "=", id);
  const ids = both.map((member) => member.id);
  const minutes = db.selectFrom("ledger").select("amount").where("member_id", "in", ids).where("cause", "=", "talk");
  return {
    talk: await talk.executeTakeFirst(),
    sides: (await sides.execute()).length,
    minutes: await minutes.execute(),
    books: await booksOf(db, ids),
  };
}

test(`R12.02 in every order of statements a call that is taken, given up and blocked leaves no one in it (seed ${seed})`, async ({
  friends,
  everyOrder,
  services,
  siteHas,
}) => {
  await siteHas({ call_minute_credits: 2 });
  await everyOrder(async () => {
    const { anna, ben, hers, his } = await friends();
    const { id } = (await hers.ask(ben)).body.talk;
    return {
      acts: {
        take: async () => noticed(await his.accept(id)),
        "give up": async () => noticed(await hers.end(id)),
        block: async () => noticed(await ben.client.call(blockMember, { body: { id: anna.id } })),
      },
      state: () => stateOf(services, id, [anna, ben]),
    };
  });
});

test(`R12.02 in every order of statements two pages that report a minute and one that hangs up charge it once at most (seed ${seed})`, async ({
  talking,
  everyOrder,
  services,
  siteHas,
}) => {
  await siteHas({ call_minute_credits: 2 });
  await everyOrder(async () => {
    const { anna, ben, hers, his, id } = await talking();
    services.clock.advance(60_000);
    return {
      acts: {
        hers: async () => noticed(await hers.beat(id)),
        his: async () => noticed(await his.beat(id)),
        "hang up": async () => noticed(await his.end(id)),
      },
      state: () => stateOf(services, id, [anna, ben]),
    };
  });
});

test(`R12.02 in every order of statements two who ask each other, one of them twice, are in one call (seed ${seed})`, async ({
  friends,
  everyOrder,
  services,
}) => {
  await everyOrder(async () => {
    const { anna, ben, hers, his } = await friends();
    return {
      acts: {
        hers: async () => noticed(await hers.ask(ben)),
        his: async () => noticed(await his.ask(anna)),
        again: async () => noticed(await hers.ask(ben)),
      },
      state: async () => {
        const talks = services.db.selectFrom("talks").select("ending").where("asker_id", "in", [anna.id, ben.id]);
        const sides = services.db.selectFrom("talk_sides").select("page").where("member_id", "in", [anna.id, ben.id]);
        return { talks: await talks.execute(), pages: (await sides.execute()).map(({ page }) => page !== null) };
      },
    };
  });
});
