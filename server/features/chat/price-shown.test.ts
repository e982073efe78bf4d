import { randomUUID } from "node:crypto";
import { getChat, sendMessage } from "#contract/chat.ts";
import { balanceOf } from "#server/features/credits/index.ts";
import { test as base, expect, type Member } from "#server/test.ts";
import { picture, sendTo } from "./photos/test-photos.ts";

const test = base.extend("image", { scope: "file" }, () => picture());

type Send = (from: Member, to: Member, body: { credits?: number; key?: string }) => Promise<{ body: Answered }>;
type Answered = { message: { id: string }; credits: number; error?: { code: string } | undefined };
const sendText: Send = (from, to, { key = randomUUID(), ...body }) =>
  from.client.call(sendMessage, { body: { member: to.id, text: "Hello", ...body } }, { key });
const texts = async (viewer: Member, other: Member) =>
  (await viewer.client.call(getChat, { query: { member: other.id } })).body.messages.length;

test.for<[string, "text" | "photo", boolean]>([
  ["a first message", "text", false],
  ["a text in an answered chat", "text", true],
  ["a photo", "photo", true],
  ["a photo that begins a chat", "photo", false],
])(
  "D6.1 %s that costs more than its author saw is refused, uncharged; at the new price it is sent once",
  async ([, kind, answered], { pair, image, siteHas, services }) => {
    const [anna, eva] = await pair({ credits: 50 });
    const send: Send = kind === "text" ? sendText : (from, to, body) => sendTo(from, to, image, body);
    if (answered) {
      await sendText(anna, eva, {});
      await sendText(eva, anna, {});
    }
    const before = [await balanceOf(services.db, anna.id), await texts(eva, anna)] as const;
    await siteHas({ message_credits: 4, photo_credits: 4 });
    const key = randomUUID();
    const refused = await Promise.all([send(anna, eva, { credits: 3, key }), send(anna, eva, { credits: 0 })]);
    expect(refused.map(({ body }) => body.error?.code)).toEqual(Array(2).fill("message_price_changed"));
    expect([await balanceOf(services.db, anna.id), await texts(eva, anna)]).toEqual(before);

    const sent = await send(anna, eva, { credits: 4, key });
    expect(sent.body.credits).toBe(before[0] - 4);
    await siteHas({ message_credits: 6, photo_credits: 6 });
    // its answer was lost: the price that its author saw first no longer matters
    const again = await Promise.all([3, 4].map((credits) => send(anna, eva, { credits, key })));
    expect(again.map(({ body }) => body.message.id)).toEqual(Array(2).fill(sent.body.message.id));
    expect([await balanceOf(services.db, anna.id), await texts(eva, anna)]).toEqual([before[0] - 4, before[1] + 1]);
  },
);

test("D6.1 a message that costs less than its author saw costs the lower price; one without a price the present one", async ({
  pair,
  image,
  siteHas,
}) => {
  const [anna, eva] = await pair({ credits: 50 });
  await siteHas({ message_credits: 2, photo_credits: 5 });
  expect((await sendText(anna, eva, { credits: 3 })).body.credits).toBe(48);
  expect((await sendText(anna, eva, {})).body.credits).toBe(46);
  expect((await sendTo(anna, eva, image, { credits: 6 })).body.credits).toBe(41);
  expect((await sendTo(anna, eva, image)).body.credits).toBe(36);
});
