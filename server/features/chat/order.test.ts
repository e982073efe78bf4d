import { randomUUID } from "node:crypto";
import { lockPair } from "#server/db/locks.ts";
import { untilWaiting } from "#server/db/test-waiting.ts";
import { expect, test } from "#server/test.ts";
import { ensureConversation } from "./conversations-store.ts";
import { insertPaidMessage } from "./messages-store.ts";

test("D6.5 of two messages at the same instant the one that waited is the later, also if its process's clock is behind", async ({
  services: { db, clock },
  pair,
}) => {
  const [anna, ben] = await pair({ credits: 100 });
  const now = clock.now();
  const { id: conversationId } = await db.transaction().execute(async (trx) => {
    const locked = await lockPair(trx, anna.id, ben.id);
    return await ensureConversation(locked, anna.siteId, anna.id, ben.id, now, undefined);
  });
  const message = (from: string, to: string, at: Date) => ({
    ...{ siteId: anna.siteId, conversationId, from, to, kind: "member" as const, text: "Hello" },
    ...{ question: null, reply: null, attachment: null, credits: 1, key: randomUUID(), now: at },
  });
  const ahead = new Date(now.getTime() + 10_000);
  let waits: ReturnType<typeof insertPaidMessage> | undefined;
  const first = await db.transaction().execute(async (trx) => {
    const sent = await insertPaidMessage(trx, message(anna.id, ben.id, ahead));
    waits = insertPaidMessage(db, message(ben.id, anna.id, now));
    await untilWaiting(db);
    return sent;
  });
  const second = await waits;
  const later = new Date(ahead.getTime() + 1);
  expect(first).toMatchObject({ outcome: "sent", created_at: ahead });
  expect(second).toMatchObject({ outcome: "sent", created_at: later });
  const sides = await db.selectFrom("conversation_members").select(["last_message_at", "unread"]).execute();
  expect(sides).toEqual([1, 1].map((unread) => ({ last_message_at: later, unread })));
});
