import { randomUUID } from "node:crypto";
import { type DeclineReason, declineChat } from "#contract/answer-promise.ts";
import { getChat, sendMessage } from "#contract/chat.ts";
import { sendGift } from "#contract/gifts.ts";
import { balanceOf } from "#server/features/credits/index.ts";
import { expect, type Fixtures, type Member } from "#server/test.ts";
import { picture, sendTo } from "../photos/test-photos.ts";
import { settlePromises } from "./settle-promise.ts";

type Services = Fixtures["services"];
type More = { without_promise?: boolean };

export const write = (from: Member, to: { id: string }, more: More = {}, text = "Hello, how are you?") =>
  from.client.call(sendMessage, { body: { member: to.id, text, ...more } }, { key: randomUUID() });
export const give = (from: Member, to: { id: string }, more: More = {}) =>
  from.client.call(sendGift, { body: { member: to.id, gift: "rose", ...more } }, { key: randomUUID() });
const image = picture();
type Picture = More & { text?: string; file?: Uint8Array };
export const sendPicture = async (from: Member, to: { id: string }, more: Picture = {}) => {
  const { file = await image, ...rest } = more;
  return await sendTo(from, to, file, rest);
};

export const show = async (viewer: Member, other: { id: string }) =>
  (await viewer.client.call(getChat, { query: { member: other.id } })).body;
export const settle = (services: Services) => settlePromises.run(services, {});
export const decline = (member: Member, conversation: string, reason: DeclineReason = "too_far") =>
  member.client.call(declineChat, { body: { conversation: { id: conversation }, reason } });

/** A member's credits; they must be the sum of the ledger, and no message's credits may have come back twice. */
export async function creditsOf({ db }: Services, { id }: { id: string }): Promise<number> {
  const entries = await db.selectFrom("ledger").selectAll().where("member_id", "=", id).orderBy("id").execute();
  const balance = await balanceOf(db, id);
  expect(entries.reduce((sum, { amount }) => sum + amount, 0)).toBe(balance);
  const back = entries.filter(({ cause }) => ["no_answer", "declined", "fraud", "photo_refund"].includes(cause));
  expect(new Set(back.map(({ cause_id }) => cause_id)).size).toBe(back.length);
  return balance;
}
