import { randomUUID } from "node:crypto";
import { dayMs } from "#contract/durations.ts";
import { planting } from "#demo/insert.ts";
import type { Services } from "#server/services.ts";
import type { AuthorKind } from "../draft.ts";

/** A chat as a test plants it: its first message, and an answer or none. Times are milliseconds. */
export type Received = {
  from: string;
  /** How long ago the first message was written. */
  ago: number;
  kind?: AuthorKind;
  /** How long after the first message the other one wrote. */
  answer?: { after: number; kind?: AuthorKind } | undefined;
};

/** Plants a chat that `from` began with `to`, straight into the database. */
export async function plantReceived({ db, clock }: Services, siteId: number, to: string, received: Received) {
  const { from, ago, kind = "member", answer } = received;
  const created_at = new Date(clock.now().getTime() - ago);
  const answeredAt = answer && new Date(created_at.getTime() + answer.after);
  const [a_id = "", b_id = ""] = [from, to].sort();
  const id = randomUUID();
  await planting(db)
    .insertInto("conversations")
    .values({ id, site_id: siteId, a_id, b_id, started_by: from, created_at })
    .execute();
  const side = { conversation_id: id, last_message_at: answeredAt ?? created_at };
  await planting(db)
    .insertInto("conversation_members")
    .values([
      { ...side, member_id: from, other_id: to, wrote: true },
      { ...side, member_id: to, other_id: from, wrote: answer !== undefined },
    ])
    .execute();
  const message = { conversation_id: id, body: "x", credits: 0 };
  await planting(db)
    .insertInto("messages")
    .values({ ...message, author_id: from, author_kind: kind, key: randomUUID(), created_at })
    .execute();
  if (!answer || !answeredAt) return;
  await planting(db)
    .insertInto("messages")
    .values({
      ...message,
      author_id: to,
      author_kind: answer.kind ?? "member",
      key: randomUUID(),
      created_at: answeredAt,
    })
    .execute();
}

/** Plants so many first messages of these authors that count, the first of them answered after the given time. */
export async function plantOdds(
  services: Services,
  to: { id: string; siteId: number },
  authors: readonly string[],
  { received, answered, after = 3_600_000 }: { received: number; answered: number; after?: number },
): Promise<void> {
  for (const [index, from] of authors.slice(0, received).entries()) {
    const answer = index < answered ? { after } : undefined;
    await plantReceived(services, to.siteId, to.id, { from, ago: 20 * dayMs, answer });
  }
}
