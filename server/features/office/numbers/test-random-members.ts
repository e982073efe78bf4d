import { randomUUID } from "node:crypto";
import { dayMs } from "#contract/durations.ts";
import { makeMember } from "#demo/factories.ts";
import { planting } from "#demo/insert.ts";
import { dice } from "#demo/random.ts";
import type { testApp } from "#server/db/test-database.ts";

type Given = Pick<Awaited<ReturnType<typeof testApp>>, "services" | "siteIds">;

/** Members, fictional and automatic profiles of both sites with matches and chats, spread by chance over 120 days. */
export async function insertRandomMembers({ services, siteIds }: Given, seed: string): Promise<void> {
  const { db, clock } = services;
  const { between: int, chance } = dice(seed);
  const now = clock.now().getTime();
  /** A time between another one and now. */
  const after = (from: number) => new Date(from + int(0, Math.max(0, Math.floor((now - from) / 1000))) * 1000);
  const crowd: { id: string; siteId: number }[] = [];
  for (let count = 0; count < 60; count += 1) {
    const createdAt = after(now - 120 * dayMs);
    const kind = { fictional: chance(0.15), automatic: chance(0.15) };
    const siteId = siteIds[int(0, 1)] ?? 0;
    const member = await makeMember(services, { siteId, ...kind, createdAt, lastActiveAt: after(createdAt.getTime()) });
    const confirmed = chance(0.8) ? after(createdAt.getTime()) : null;
    const status = confirmed ? "active" : "not_confirmed";
    await db.updateTable("accounts").set({ confirmed_at: confirmed, status }).where("id", "=", member.id).execute();
    crowd.push(member);
  }
  for (const one of crowd) {
    for (const other of crowd.filter(({ id, siteId }) => siteId === one.siteId && one.id < id)) {
      const pair = { a_id: one.id, b_id: other.id, site_id: one.siteId };
      const begun = after(now - 60 * dayMs);
      if (chance(0.1))
        await planting(db)
          .insertInto("matches")
          .values({ ...pair, created_at: begun })
          .execute();
      if (!chance(0.2)) continue;
      const { id } = await planting(db)
        .insertInto("conversations")
        .values({ ...pair, started_by: chance(0.5) ? one.id : other.id, created_at: begun })
        .returning(["id", "started_by"])
        .executeTakeFirstOrThrow();
      for (let messages = int(1, 6); messages > 0; messages -= 1) {
        await planting(db)
          .insertInto("messages")
          .values({
            conversation_id: id,
            author_id: chance(0.7) ? one.id : other.id,
            author_kind: chance(0.1) ? "operator" : "member",
            body: "Hello",
            credits: 0,
            key: randomUUID(),
            created_at: after(begun.getTime()),
          })
          .execute();
      }
    }
  }
}
