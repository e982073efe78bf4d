import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { redeemLink, signUp } from "#contract/account.ts";
import { deleteMessage, getChats, sendMessage } from "#contract/chat.ts";
import { freeConversations } from "#contract/constants.ts";
import type { Db } from "#server/db/pool.ts";
import { activationToken, signupForm } from "#server/features/account/test-signup.ts";
import { balanceOf } from "#server/features/credits/index.ts";
import { expect, type Fixtures, test } from "#server/test.ts";

type Step =
  | { do: "write"; to: number; again: boolean }
  | { do: "delete"; which: number }
  | { do: "leave"; who: number };

const steps = fc.array(
  fc.oneof<fc.Arbitrary<Step>[]>(
    { weight: 6, arbitrary: fc.record({ do: fc.constant("write"), to: fc.nat(2), again: fc.boolean() }) } as never,
    { weight: 2, arbitrary: fc.record({ do: fc.constant("delete"), which: fc.nat(5) }) } as never,
    { weight: 1, arbitrary: fc.record({ do: fc.constant("leave"), who: fc.nat(2) }) } as never,
  ),
  { minLength: 1, maxLength: 16 },
);

const welcome = 5;
let count = 0;

async function newcomer(visitor: Fixtures["visitor"]) {
  count += 1;
  const client = visitor();
  const form = signupForm({ name: `Model ${count}`, email: `model${count}@example.org` });
  const { user } = (await client.call(signUp, { body: form })).body;
  return { client, id: user.id, email: form.email };
}

/** A held message as the model expects it; in the order of writing. */
type Waiting = { id: string; to: number; text: string };

test("R4.02 D6.3 in any sequence of steps each message is settled once, and the credits agree", async ({
  services,
  visitor,
  member,
}) => {
  await fc.assert(
    fc.asyncProperty(steps, async (plan) => {
      const anna = await newcomer(visitor);
      const others = await Promise.all([0, 1, 2].map(() => member()));
      const gone = new Set<number>();
      let waiting: Waiting[] = [];
      for (const [index, step] of plan.entries()) {
        if (step.do === "leave") {
          gone.add(step.who);
          await leave(services.db, others[step.who]?.id ?? "");
        } else if (step.do === "delete") {
          const message = waiting[step.which];
          if (!message) continue;
          await anna.client.call(deleteMessage, { body: { message: message.id } });
          waiting = waiting.filter((other) => other !== message);
        } else {
          const body = { member: others[step.to]?.id ?? "", text: `Step ${index}` };
          const key = randomUUID();
          const answers = await Promise.all(
            Array.from({ length: step.again ? 3 : 1 }, () => anna.client.call(sendMessage, { body }, { key })),
          );
          const recipients = new Set(waiting.map(({ to }) => to));
          const fits =
            !gone.has(step.to) &&
            waiting.length < welcome &&
            (recipients.has(step.to) || recipients.size < freeConversations);
          expect(answers.map(({ status }) => status === 200)).toEqual(answers.map(() => fits));
          if (fits) waiting.push({ id: answers[0]?.body.message.id ?? "", to: step.to, text: body.text });
        }
      }
      const token = await activationToken({ services }, anna.email);
      const confirmed = (await anna.client.call(redeemLink, { body: { token } })).body;
      const reached = waiting.filter(({ to }) => !gone.has(to));
      expect(confirmed).toMatchObject({ delivered: reached.length, undelivered: waiting.length - reached.length });
      expect(await sentBy(services.db, anna.id)).toEqual(reached.map(({ to, text }) => [others[to]?.id, text]));
      const { undelivered } = (await anna.client.call(getChats)).body;
      expect(undelivered.map(({ text }) => text)).toEqual(
        waiting.filter(({ to }) => gone.has(to)).map(({ text }) => text),
      );
      expect(await balanceOf(services.db, anna.id)).toBe(welcome - reached.length);
    }),
    { numRuns: 6, seed: 20_261_120 },
  );
}, 120_000);

const leave = (db: Db, memberId: string) =>
  db.updateTable("profiles").set({ listed: false }).where("member_id", "=", memberId).execute();

/** The recipients and texts of a member's messages, in the order in which they were stored. */
async function sentBy(db: Db, authorId: string) {
  const rows = await db
    .selectFrom("messages")
    .innerJoin("conversation_members as mine", (join) =>
      join
        .onRef("mine.conversation_id", "=", "messages.conversation_id")
        .onRef("mine.member_id", "=", "messages.author_id"),
    )
    .select(["mine.other_id", "messages.body"])
    .where("messages.author_id", "=", authorId)
    .orderBy("messages.id")
    .execute();
  return rows.map((row) => [row.other_id, row.body]);
}
