import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { expect } from "vitest";
import { redeemLink, requestReactivation, resendActivation, signUp } from "#contract/account.ts";
import { logIn } from "#contract/auth.ts";
import { sendMessage } from "#contract/chat.ts";
import { likeMember, unlikeMember } from "#contract/likes.ts";
import { blockMember, unblockMember } from "#contract/moderation.ts";
import { getMemberFile, refundPayment, restoreMember, sanctionMember } from "#contract/staff-members.ts";
import { deleteOwnAccount, restoreByLink } from "#server/features/account/test-leaving.ts";
import { activationToken, signupForm } from "#server/features/account/test-signup.ts";
import { offeredRefund } from "#server/features/office/money/test-refund.ts";
import type { openShop } from "#server/features/payments/test-shop.ts";
import { TestClient } from "#server/http/test-client.ts";
import { booksOf, noticed } from "./test-books.ts";
import { test as base } from "./test-shop.ts";

const seed = Number(process.env.ORDERS_SEED ?? Math.floor(Math.random() * 2 ** 31));
const wantedSteps = 1_000;

/** The two members, by their place in each pair of the model. */
const members = [0, 1] as const;
type Who = (typeof members)[number];
const other = (who: Who): Who => (who === 0 ? 1 : 0);
type Pair<T> = [T, T];
type Shop = Awaited<ReturnType<typeof openShop>>;

/** What the product should have stored of the two. */
type Model = {
  status: Pair<"not_confirmed" | "active" | "banned" | "deleted">;
  /** Banned after they deleted the account, which stays deleted. */
  barred: Pair<boolean>;
  credits: Pair<number>;
  likes: Pair<boolean>;
  blocks: Pair<boolean>;
  /** How many messages each wrote in their chat; null: there is no chat. */
  chat: Pair<number> | null;
  /** How many activation mails, or links that restore the account, each asked for again. */
  resent: Pair<number>;
  /** What is left to refund of each purchase, in credits. */
  purchases: Pair<number[]>;
};

const welcomeCredits = 5;
const bundleCredits = 10;
const both = ([one, two]: Pair<boolean>) => one && two;
const isLoggedIn = ({ status }: Model, who: Who) => status[who] === "active" || status[who] === "not_confirmed";
const sees = ({ status, blocks: [one, two] }: Model, who: Who) => status[other(who)] === "active" && !one && !two;

type Person = { id: string; name: string; email: string; client: TestClient; payments: string[] };
type World = { shop: Shop; staff: TestClient; people: Pair<Person> };

async function compare(model: Model, { shop, people }: World): Promise<void> {
  const ids = people.map(({ id }) => id);
  const { members: stored, ...between } = await booksOf(shop.services.db, ids);
  expect({ ...between, members: stored.map(({ status, credits }) => ({ status, credits })) }).toEqual({
    members: members.map((who) => ({ status: model.status[who], credits: model.credits[who] })),
    conversations: model.chat ? 1 : 0,
    messages: model.chat ? model.chat[0] + model.chat[1] : 0,
    likes: model.likes.filter(Boolean).length,
    matches: both(model.likes) ? 1 : 0,
    blocks: model.blocks.filter(Boolean).length,
  });
}

/** A step of one of the two members, or of the staff person about them. */
type Step = {
  name: string;
  /** Whether it is tried; by default by a member who is logged in. */
  check?: (model: Readonly<Model>, who: Who) => boolean;
  /** Takes it, checks the answer, and changes the model accordingly. */
  take: (model: Model, world: World, who: Who) => Promise<void>;
};

/** A ban refunds what was bought and is not spent, the newest purchase first. */
function refundUnspent(model: Model, who: Who): void {
  const refund = (left: number) => {
    const refunded = Math.min(left, model.credits[who]);
    model.credits[who] -= refunded;
    return left - refunded;
  };
  model.purchases[who] = model.purchases[who].toReversed().map(refund).toReversed();
}

/** What the staff person sees of a member before each measure. */
async function versionOf(staff: TestClient, { id }: Person): Promise<number> {
  return (await staff.call(getMemberFile, { query: { id } })).body.member.version;
}

const steps: Step[] = [
  {
    name: "confirms",
    check: ({ status }, who) => status[who] === "not_confirmed",
    async take(model, { shop, people }, who) {
      const token = await activationToken(shop, people[who].email);
      // in the member's own browser: on another device it would end the session there
      expect(noticed(await people[who].client.call(redeemLink, { body: { token } }))).toBe(200);
      model.status[who] = "active";
      model.credits[who] += welcomeCredits;
    },
  },
  {
    name: "likes",
    async take(model, { people }, who) {
      const { status, body } = await people[who].client.call(likeMember, { body: { id: people[other(who)].id } });
      expect(status === 200).toBe(sees(model, who));
      if (status !== 200) return;
      model.likes[who] = true;
      expect(body.match).toBe(both(model.likes));
    },
  },
  {
    name: "takes the like back",
    async take(model, { people }, who) {
      const answer = await people[who].client.call(unlikeMember, { body: { id: people[other(who)].id } });
      expect(noticed(answer)).toBe(200);
      model.likes[who] = false;
    },
  },
  {
    name: "blocks",
    async take(model, { people }, who) {
      const { status } = await people[who].client.call(blockMember, { body: { id: people[other(who)].id } });
      expect(status === 200).toBe(model.status[other(who)] === "active");
      if (status !== 200) return;
      model.blocks[who] = true;
      model.likes = [false, false];
      model.chat = null;
    },
  },
  {
    name: "unblocks",
    async take(model, { people }, who) {
      const answer = await people[who].client.call(unblockMember, { body: { id: people[other(who)].id } });
      expect(noticed(answer)).toBe(200);
      model.blocks[who] = false;
    },
  },
  {
    name: "sends",
    // messages that are held until their author confirms have a model of their own, `held-model.test.ts`
    check: ({ status }, who) => status[who] === "active",
    async take(model, { people }, who) {
      const body = { member: people[other(who)].id, text: `Number ${randomUUID()}` };
      const answer = noticed(await people[who].client.call(sendMessage, { body }, { key: randomUUID() }));
      // chats that a block deleted count as begun
      const isLimited = !model.chat && ["conversation_limit", "new_chats_limit"].includes(String(answer));
      const isAllowed = sees(model, who) && model.credits[who] > 0 && !isLimited;
      expect(answer === 200, String(answer)).toBe(isAllowed);
      if (!isAllowed) return;
      model.chat ??= [0, 0];
      model.chat[who] += 1;
      model.credits[who] -= 1;
    },
  },
  {
    name: "buys",
    check: ({ status }, who) => status[who] === "active",
    async take(model, { shop, people }, who) {
      const { path, id, reference } = await shop.orderSmallest(people[who].client.cookie);
      await shop.press(path, "pay", { method: "card" });
      const { body, headers } = shop.webhook(reference);
      expect((await shop.tell(body, headers)).statusCode).toBe(200);
      people[who].payments.push(id);
      model.purchases[who].push(bundleCredits);
      model.credits[who] += bundleCredits;
    },
  },
  {
    name: "gets a refund of the newest purchase",
    check: ({ purchases, credits }, who) => (purchases[who].at(-1) ?? 0) > 0 && credits[who] > 0,
    async take(model, { staff, people }, who) {
      const left = model.purchases[who].pop() ?? 0;
      const refunded = Math.min(left, model.credits[who]);
      const answer = await staff.call(refundPayment, {
        body: await offeredRefund(staff, people[who].payments.at(-1) ?? ""),
      });
      expect(noticed(answer)).toBe(200);
      expect(answer.body.credits).toBe(refunded);
      model.purchases[who].push(left - refunded);
      model.credits[who] -= refunded;
    },
  },
  {
    name: "is banned",
    // a mailbox gets three such mails a day, and each ban of an unconfirmed member, or a deleted one, takes one more
    check: ({ status, resent }, who) => !["not_confirmed", "deleted"].includes(status[who]) || resent[who] < 2,
    async take(model, { staff, people }, who) {
      const { id } = people[who];
      const version = await versionOf(staff, people[who]);
      const body = { id, version, measure: "banned", days: 7, ground: "harassment", words: "Why" } as const;
      const answer = await staff.call(sanctionMember, { body });
      const isDeleted = model.status[who] === "deleted";
      expect(noticed(answer)).toBe(
        isLoggedIn(model, who) || (isDeleted && !model.barred[who]) ? 200 : "staff_item_gone",
      );
      if (answer.status === 200) refundUnspent(model, who);
      if (isDeleted) model.barred[who] = true;
      else if (isLoggedIn(model, who)) model.status[who] = "banned";
    },
  },
  {
    name: "is no longer banned",
    check: ({ status, barred }, who) => status[who] === "banned" || barred[who],
    async take(model, { shop, staff, people }, who) {
      const { id, name } = people[who];
      const body = { id, version: await versionOf(staff, people[who]), words: "Why" };
      expect(noticed(await staff.call(restoreMember, { body }))).toBe(200);
      if (model.barred[who]) {
        model.barred[who] = false;
        // the ban ended the link that restores the account; its mail goes out first, so that the new link's is the newest
        await shop.services.jobs.drain(shop.services);
        const { email } = people[who];
        expect(noticed(await new TestClient(shop.app).call(requestReactivation, { body: { email } }))).toBe(200);
        model.resent[who] += 1;
        return;
      }
      const client = new TestClient(shop.app);
      const { body: answer } = await client.call(logIn, { body: { login: name, password: signupForm().password } });
      people[who].client = client;
      model.status[who] = answer.user.status;
      // the ban ended the link of the activation mail
      if (answer.user.status === "not_confirmed") {
        // sends the other mails, so that the activation is the newest one
        await shop.services.jobs.drain(shop.services);
        expect(noticed(await client.call(resendActivation, { body: {} }))).toBe(200);
        model.resent[who] += 1;
      }
    },
  },
  {
    name: "deletes the account",
    check: ({ status }, who) => status[who] === "active",
    async take(model, { people }, who) {
      expect(noticed(await deleteOwnAccount(people[who].client))).toBe(200);
      model.status[who] = "deleted";
    },
  },
  {
    name: "restores the account",
    check: ({ status }, who) => status[who] === "deleted",
    async take(model, { shop, people }, who) {
      const { client, answer } = await restoreByLink(shop, people[who].email);
      expect(noticed(answer)).toBe(model.barred[who] ? "link_invalid" : 200);
      if (model.barred[who]) return;
      people[who].client = client;
      model.status[who] = "active";
    },
  },
];

let stepCount = 0;

class StepCommand implements fc.AsyncCommand<Model, World> {
  readonly who: Who;
  readonly step: Step;
  constructor(who: Who, step: Step) {
    this.who = who;
    this.step = step;
  }
  check(model: Readonly<Model>): boolean {
    return (this.step.check ?? isLoggedIn)(model, this.who);
  }
  async run(model: Model, world: World): Promise<void> {
    stepCount += 1;
    await this.step.take(model, world, this.who);
    await compare(model, world);
  }
  toString(): string {
    return `${this.who === 0 ? "Anna" : "Ben"} ${this.step.name}`;
  }
}

const commands = fc.commands(
  members.flatMap((who) => steps.map((step) => fc.constant(new StepCommand(who, step)))),
  { maxCommands: 60, size: "max" },
);

const test = base.extend("newcomer", { scope: "file" }, ({ shop }) => {
  let count = 0;
  return async (): Promise<Person> => {
    count += 1;
    const client = new TestClient(shop.app);
    const form = signupForm({ name: `Member ${count}`, email: `member${count}@example.org` });
    const { user } = (await client.call(signUp, { body: form })).body;
    return { id: user.id, name: form.name, email: form.email, client, payments: [] };
  };
});

test(`quality: two members and a staff person take ${wantedSteps} steps, and all that is stored is as they know it (seed ${seed})`, async ({
  shop,
  admin,
  newcomer,
}) => {
  const property = fc.asyncProperty(commands, async (plan) => {
    const people: Pair<Person> = [await newcomer(), await newcomer()];
    const model: Model = {
      status: ["not_confirmed", "not_confirmed"],
      barred: [false, false],
      credits: [0, 0],
      likes: [false, false],
      blocks: [false, false],
      chat: null,
      resent: [0, 0],
      purchases: [[], []],
    };
    await fc.asyncModelRun(() => ({ model, real: { shop, staff: admin, people } }), plan);
  });
  for (let round = 0; stepCount < wantedSteps; round += 1)
    await fc.assert(property, { numRuns: 2, seed: seed + round });
}, 600_000);
