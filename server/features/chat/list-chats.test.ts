import { randomUUID } from "node:crypto";
import { getCounts } from "#contract/account.ts";
import { getChats } from "#contract/chat.ts";
import { chatsPage } from "#contract/constants.ts";
import { blockMember } from "#contract/moderation.ts";
import { planting } from "#demo/insert.ts";
import { expect, test } from "#server/test.ts";

test("R3.05 more chats than a page are listed once each, newest first, page by page", async ({ services, member }) => {
  const { db, clock } = services;
  const anna = await member();
  const now = clock.now().getTime();
  const count = chatsPage + 7;
  const others = await Promise.all(Array.from({ length: count }, () => member()));
  // several at the same instant, around the end of the first page too
  const times = others.map((_, index) => new Date(now - Math.floor(index / 4) * 1000));
  for (const [index, other] of others.entries()) {
    const [a_id = "", b_id = ""] = [anna.id, other.id].sort();
    const at = times[index] ?? clock.now();
    const id = randomUUID();
    const conversation = { id, site_id: anna.siteId, a_id, b_id, started_by: other.id, created_at: at };
    await planting(db).insertInto("conversations").values(conversation).execute();
    await planting(db)
      .insertInto("conversation_members")
      .values([
        { conversation_id: id, member_id: anna.id, other_id: other.id, last_message_at: at, unread: 1 },
        { conversation_id: id, member_id: other.id, other_id: anna.id, last_message_at: at },
      ])
      .execute();
    const key = randomUUID();
    await planting(db)
      .insertInto("messages")
      .values({ conversation_id: id, author_id: other.id, body: "Hello", credits: 0, key, created_at: at })
      .execute();
  }
  const first = (await anna.client.call(getChats)).body;
  expect(first.chats).toHaveLength(chatsPage);
  expect(first.older_unread).toBe(7);
  expect((await anna.client.call(getCounts)).body).toEqual({ unread_messages: count, new_likes: 0 });
  const second = (await anna.client.call(getChats, { query: { before: first.older_cursor ?? "" } })).body;
  expect([second.chats.length, second.older_cursor, second.older_unread]).toEqual([7, null, 0]);
  const all = [...first.chats, ...second.chats];
  expect(new Set(all.map(({ profile }) => profile.id))).toEqual(new Set(others.map(({ id }) => id)));
  const shown = all.map(({ last_message }) => last_message.created_at);
  expect(shown).toEqual(shown.toSorted().reverse());
  // chats with members who are not shown do not count: the oldest chats are those with the last of the others
  await anna.client.call(blockMember, { body: { id: others.at(-1)?.id ?? "" } });
  const gone = others.at(-2)?.id ?? "";
  await db.updateTable("accounts").set({ status: "deleted", deleted_at: clock.now() }).where("id", "=", gone).execute();
  await db.updateTable("profiles").set({ listed: false }).where("member_id", "=", gone).execute();
  expect((await anna.client.call(getChats)).body.older_unread).toBe(5);
  expect((await anna.client.call(getCounts)).body.unread_messages).toBe(count - 2);
  const wrong = await anna.client.call(getChats, { query: { before: "nonsense" } });
  expect([wrong.status, wrong.body.error?.field_codes]).toEqual([400, { before: "invalid" }]);
});
