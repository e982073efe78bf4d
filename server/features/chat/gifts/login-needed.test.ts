import { getChat, sendMessage } from "#contract/chat.ts";
import { sendChatPhoto } from "#contract/chat-photos.ts";
import { sendGift } from "#contract/gifts.ts";
import { likeMember } from "#contract/likes.ts";
import { getMember } from "#contract/members.ts";
import { expect, test } from "#server/test.ts";

test("R6.03 a visitor cannot chat, like, send a gift or a photo, or see a member's photos: each asks for a login and stores nothing", async ({
  member,
  services,
  visitor,
}) => {
  const anna = await member({ photo: true, shownToVisitors: true, credits: 20 });
  const file = new Uint8Array([0xff, 0xd8, 0xff]);
  const tries = [
    visitor().call(sendMessage, { body: { member: anna.id, text: "Hi" } }),
    visitor().call(getChat, { query: { member: anna.id } }),
    visitor().call(likeMember, { body: { id: anna.id } }),
    visitor().call(sendGift, { body: { member: anna.id, gift: "rose" } }),
    visitor().call(sendChatPhoto, { body: { member: anna.id, file } }),
    visitor().call(getMember, { query: { id: anna.id } }),
  ];
  for (const { status, body } of await Promise.all<{ status: number; body: object }>(tries)) {
    expect([status, body]).toEqual([
      403,
      { error: { code: "authentication_required", message: expect.any(String) }, authentication_required: true },
    ]);
  }
  for (const table of ["messages", "likes", "gifts", "conversations"] as const) {
    expect(await services.db.selectFrom(table).selectAll().execute(), table).toEqual([]);
  }
});
