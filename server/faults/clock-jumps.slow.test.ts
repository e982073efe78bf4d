import { describe, vi } from "vitest";
import { getUser } from "#contract/account.ts";
import { logIn } from "#contract/auth.ts";
import { deleteChat, getChat, getChats, readChat, sendMessage } from "#contract/chat.ts";
import { getDiscountCode } from "#contract/discounts.ts";
import { hourMs, minuteMs } from "#contract/durations.ts";
import { getMember } from "#contract/members.ts";
import { allJobs } from "#server/features/all-jobs.ts";
import { hashPassword } from "#server/features/auth/index.ts";
import { sendNoticesJob } from "#server/features/notifications/index.ts";
import { createLimits } from "#server/http/rate-limits.ts";
import { expect, type Fixtures, type Member, test } from "#server/test.ts";

const start = "2026-11-20T18:00:00Z";
const jumps = [
  ["forward", hourMs],
  ["back", -hourMs],
] as const;

test.beforeEach(({ services }) => services.clock.set(start));
const write = (from: Member, to: { id: string }, text: string) =>
  from.client.call(sendMessage, { body: { member: to.id, text } });
const textsOf = async (reader: Member, other: { id: string }) =>
  (await reader.client.call(getChat, { query: { member: other.id } })).body.messages.map(({ text }) => text);

describe("D12.3 the clock jumps by an hour", () => {
  test.for(jumps)(
    "%s: a member stays logged in, and is shown as online once they act",
    async ([, ms], { services, pair }) => {
      const [anna, ben] = await pair();
      const isOnline = async () => (await ben.client.call(getMember, { query: { id: anna.id } })).body.profile.online;
      expect((await anna.client.call(getUser)).status).toBe(200);
      expect(await isOnline()).toBe(true);
      services.clock.advance(ms);
      expect(await isOnline()).toBe(false);
      expect((await anna.client.call(getUser)).body.user?.id).toBe(anna.id);
      expect(await isOnline()).toBe(true);
    },
  );

  test.for(jumps)(
    "%s: messages stay in the order in which they were sent, and are read",
    async ([, ms], { services, pair }) => {
      const [anna, ben] = await pair({ premium: true });
      const other = (await pair({ premium: true }))[0];
      await write(anna, ben, "one");
      await write(ben, anna, "two");
      services.clock.advance(ms);
      await write(other, ben, "elsewhere");
      const sent = await write(anna, ben, "three");
      await write(ben, anna, "four");
      expect(await textsOf(anna, ben)).toEqual(["one", "two", "three", "four"]);
      const { chats } = (await ben.client.call(getChats)).body;
      expect(chats.map(({ profile }) => profile.id)).toContain(other.id);
      await ben.client.call(readChat, { body: { conversation: sent.body.conversation } });
      const { messages } = (await anna.client.call(getChat, { query: { member: ben.id } })).body;
      expect(messages.filter(({ mine }) => mine).map(({ read }) => read)).toEqual([true, true]);
      expect(messages.find(({ text }) => text === "three")?.created_at).toBe(sent.body.message.created_at);
    },
  );

  test("back: a chat that was removed comes back with the next message, and only with that", async ({
    services,
    pair,
  }) => {
    const [anna, ben] = await pair({ premium: true });
    const { body } = await write(anna, ben, "before");
    await ben.client.call(deleteChat, { body: { conversation: body.conversation } });
    services.clock.advance(-hourMs);
    await write(anna, ben, "after");
    expect((await ben.client.call(getChats)).body.chats).toMatchObject([{ num_unread_messages: 1 }]);
    expect(await textsOf(ben, anna)).toEqual(["after"]);
    // removed again, while the messages are ahead of the clock
    await ben.client.call(deleteChat, { body: { conversation: body.conversation } });
    expect(await textsOf(ben, anna)).toEqual([]);
    await write(anna, ben, "again");
    expect(await textsOf(ben, anna)).toEqual(["again"]);
  });

  test.for(jumps)("%s: who is away gets one mail about a message", async ([, ms], { services, pair, mails }) => {
    const [anna, ben] = await pair({ premium: true });
    services.clock.advance(30 * minuteMs);
    await write(anna, ben, "Hello");
    services.clock.advance(ms);
    for (let run = 0; run < 14; run += 1) {
      await sendNoticesJob.run(services, {});
      services.clock.advance(10 * minuteMs);
    }
    expect(await mails(ben.email)).toHaveLength(1);
  });

  test("back, of the database: no unread message is overlooked", async ({ services, pair, mails }) => {
    const { db } = services;
    const [anna, ben] = await pair({ premium: true });
    services.clock.advance(30 * minuteMs);
    await write(anna, ben, "Hello");
    // the last run was an hour later than it is now
    const collected = { at: new Date(Date.now() + hourMs) };
    await db
      .insertInto("notices_collected")
      .values(collected)
      .onConflict((conflict) => conflict.column("one").doUpdateSet(collected))
      .execute();
    for (let run = 0; run < 3; run += 1) {
      await sendNoticesJob.run(services, {});
      services.clock.advance(10 * minuteMs);
    }
    expect(await mails(ben.email)).toHaveLength(1);
  });

  test.for(jumps)(
    "%s and corrected: the welcome discount ends when it was promised",
    async ([, ms], { services, member }) => {
      const anna = await member();
      const welcome = async () =>
        (await anna.client.call(getDiscountCode, { query: { welcome: "true" } })).body.discountcode;
      const promised = await welcome();
      services.clock.advance(ms);
      expect((await welcome()).expires).toBe(promised.expires);
      services.clock.set(start);
      expect(await welcome()).toEqual(promised);
    },
  );

  test.for(jumps)(
    "%s: an account is locked for 15 minutes, and no one is told to wait longer",
    async ([, ms], { member, services }) => {
      const limits = createLimits(undefined);
      const waitAfterAttempt = async () => await limits.recordAttempt("account", "anna");
      vi.useFakeTimers({ toFake: ["Date"], now: Date.parse(start) });
      for (let attempt = 0; attempt < 5; attempt += 1) expect(await waitAfterAttempt()).toBe(0);
      expect(await waitAfterAttempt()).toBe(900);
      vi.setSystemTime(Date.parse(start) + ms);
      expect(await waitAfterAttempt()).toBeLessThanOrEqual(900);
      expect(await limits.secondsBlocked("account", "anna")).toBeLessThanOrEqual(900);
      vi.useRealTimers();
      const ben = await member({ passwordHash: await hashPassword("seven quiet green lamps") });
      services.clock.advance(ms);
      const login = { login: ben.email, password: "seven quiet green lamps" };
      expect((await ben.client.call(logIn, { body: login })).status).toBe(200);
    },
  );

  test.for(jumps)("%s: every job on a schedule runs", async ([, ms], { services, pair }) => {
    const [anna, ben] = await pair({ premium: true });
    await write(anna, ben, "Hello");
    const runAll = async () => {
      for (const job of allJobs.filter(({ every }) => every !== undefined)) {
        const failure = await job.run(services, {}).catch((error: unknown) => error);
        expect(failure, job.name).toBeUndefined();
      }
    };
    await runAll();
    services.clock.advance(ms);
    await runAll();
    expect(await textsOf(ben, anna)).toEqual(["Hello"]);
    await isSound(services);
  });
});

async function isSound({ db }: Fixtures["services"]): Promise<void> {
  const wallets = await db.selectFrom("wallets").select(["member_id", "credits", "debt"]).execute();
  expect(wallets.filter(({ credits, debt }) => credits < 0 || debt < 0)).toEqual([]);
}
