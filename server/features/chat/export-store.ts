import type { Db } from "#server/db/pool.ts";
import { findPeople } from "#server/features/visibility/index.ts";
import type { DataOwner, Row } from "#server/member-data.ts";

/** A member's chats: all messages that the member wrote, and those of the other member that they may still read. */
export async function readConversations(db: Db, owner: DataOwner): Promise<Row[]> {
  const { memberId } = owner;
  const chats = await db
    .selectFrom("conversation_members as mine")
    .innerJoin("conversations as c", "c.id", "mine.conversation_id")
    .select(["c.id", "c.created_at", "c.started_by", "mine.other_id"])
    .select(["c.closed_at", "c.closed_by", "c.closed_reason"])
    .select(["mine.unread", "mine.read_until", "mine.hidden_until", "mine.last_message_at"])
    .where("mine.member_id", "=", memberId)
    .orderBy("c.created_at")
    .execute();
  const messages = await db
    .selectFrom("conversation_members as mine")
    .innerJoin("messages as m", "m.conversation_id", "mine.conversation_id")
    .leftJoin("message_risks as r", "r.message_id", "m.id")
    .select("r.risks")
    .select(["m.id", "m.conversation_id", "m.author_id", "m.author_kind", "m.body", "m.question", "m.reply_to"])
    .select(["m.attachment", "m.reaction", "m.credits", "m.created_at"])
    .where("mine.member_id", "=", memberId)
    .where((where) =>
      where.or([
        where("m.author_id", "=", memberId),
        where("mine.hidden_until", "is", null),
        where("m.created_at", ">", where.ref("mine.hidden_until")),
      ]),
    )
    .orderBy("m.created_at")
    .orderBy("m.id")
    .execute();
  const people = await findPeople(
    db,
    owner,
    chats.map((chat) => chat.other_id),
  );
  const byChat = Map.groupBy(messages, (message) => message.conversation_id);
  return chats.map(({ other_id, started_by, closed_by, ...chat }) => {
    const person = people.get(other_id) ?? null;
    const seen = (byChat.get(chat.id) ?? []).filter((message) => person !== null || message.author_id === memberId);
    return {
      ...chat,
      with: person,
      started_by_you: started_by === memberId,
      closed_by_you: closed_by && closed_by === memberId,
      messages: seen.map(({ conversation_id, author_id, body, risks, ...message }) => ({
        ...message,
        from_you: author_id === memberId,
        text: body,
        // only the recipient may know the risks that a message was marked with
        risks: author_id === memberId ? null : risks,
      })),
    };
  });
}
