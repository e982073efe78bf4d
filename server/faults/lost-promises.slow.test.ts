import { randomUUID } from "node:crypto";
import { declineChat } from "#contract/answer-promise.ts";
import { sendMessage } from "#contract/chat.ts";
import { dayMs } from "#contract/durations.ts";
import { sendGift } from "#contract/gifts.ts";
import { getUpdates } from "#contract/updates.ts";
import { picture, sendTo } from "#server/features/chat/photos/test-photos.ts";
import { creditsOf, settle } from "#server/features/chat/promise/test-promised.ts";
import { warnContacts } from "#server/features/moderation/fraud/warn-contacts.ts";
import { test as base, expect, type Member } from "#server/test.ts";
import { loseCommits } from "./test-lost-commits.ts";

const image = await picture();
const test = base.extend("loseCommit", { scope: "file" }, ({ services }, { onCleanup }) =>
  loseCommits(services, onCleanup),
);

type Send = (
  from: Member,
  to: Member,
  key: string,
) => Promise<{ status: number; body: { conversation: { id: string } } }>;
const sends: readonly [string, number, Send][] = [
  ["text", 1, (from, to, key) => from.client.call(sendMessage, { body: { member: to.id, text: "Hello" } }, { key })],
  ["gift", 5, (from, to, key) => from.client.call(sendGift, { body: { member: to.id, gift: "rose" } }, { key })],
  ["photo", 3, (from, to, key) => sendTo(from, to, image, { key })],
];

test.for(sends)(
  "R10.01 R10.02 a %s whose commits get no answer is promised, given back and told once",
  async ([, price, send], { services, pair, loseCommit }) => {
    const kindsOf = async ({ client }: Member) => (await client.call(getUpdates)).body.updates.map(({ kind }) => kind);
    const begin = async () => {
      const [anna, ben] = await pair();
      const key = randomUUID();
      await loseCommit(() => send(anna, ben, key));
      const again = await send(anna, ben, key);
      expect([again.status, await creditsOf(services, anna)]).toEqual([200, 20 - price]);
      const promises = services.db.selectFrom("answer_promises").select("credits").where("author_id", "=", anna.id);
      expect(await promises.execute()).toEqual([{ credits: price }]);
      return { anna, ben, conversation: again.body.conversation.id };
    };

    const declined = await begin();
    const body = { conversation: { id: declined.conversation }, reason: "too_busy" } as const;
    const key = randomUUID();
    const decline = () => declined.ben.client.call(declineChat, { body }, { key });
    await loseCommit(decline);
    expect((await decline()).body.closed).toMatchObject({ by_me: true, reason: "too_busy" });
    expect([await creditsOf(services, declined.anna), await kindsOf(declined.anna)]).toEqual([20, ["declined"]]);

    const due = await begin();
    services.clock.advance(7 * dayMs + 1);
    await loseCommit(() => settle(services).catch((error: unknown) => error));
    await settle(services);
    expect([await creditsOf(services, due.anna), await kindsOf(due.anna)]).toEqual([20, ["no_answer"]]);

    const { anna, ben } = await begin();
    const ban = { status: "banned", banned_at: services.clock.now() } as const;
    await services.db.updateTable("accounts").set(ban).where("id", "=", ben.id).execute();
    const decisionId = randomUUID();
    const warn = () => warnContacts.run(services, { memberId: ben.id, decisionId, ground: "scam" });
    await loseCommit(() => warn().catch((error: unknown) => error));
    await warn();
    expect([await creditsOf(services, anna), await kindsOf(anna)]).toEqual([20, ["fraud"]]);
  },
);
