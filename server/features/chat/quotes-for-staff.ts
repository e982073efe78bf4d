import type { Attachment } from "#contract/attachments.ts";
import type { Quote } from "#contract/quotes.ts";
import { pairOf } from "#server/db/locks.ts";
import type { Db } from "#server/db/pool.ts";
import type { ChatLine } from "./copy-conversation.ts";
import { findMessagesOfAnyone } from "./messages-store.ts";
import { findPhotosAmong, findProfileTexts } from "./quoted-profiles-store.ts";
import { findLine, quotedWords } from "./quotes.ts";

export type QuotingLine = Pick<ChatLine, "from" | "reply_to"> & {
  /** Its recipient; null: their account is erased. */
  to: string | null;
  /** What is copied of its chat: after a block it is found nowhere else. */
  copied: readonly ChatLine[];
};

/** `by`: the author, or whose profile it is; `photo`: the id of a photo of the profile. */
export type QuoteForStaff = Pick<Quote, "kind" | "text"> & {
  by: string | null;
  attachment: Attachment["kind"] | null;
  photo: string | null;
};

type Source = { id: string; from: string | null; text: string; attachment: Attachment["kind"] | null };

const toMessageQuote = ({ from, text, attachment }: Source): QuoteForStaff => ({
  kind: "message",
  by: from,
  text: quotedWords(text),
  attachment,
  photo: null,
});

/** Finds what these lines of chats quote, for staff (R11.02): also what its reader may see no more. */
export async function findQuotesForStaff(
  db: Db,
  lines: readonly QuotingLine[],
): Promise<(line: QuotingLine) => QuoteForStaff | undefined> {
  const ids = [...new Set(lines.flatMap(({ reply_to }) => reply_to ?? []))];
  if (ids.length === 0) return () => undefined;
  const recipients = [...new Set(lines.flatMap(({ reply_to, to }) => (reply_to === undefined ? [] : (to ?? []))))];
  const [messages, profiles, photos] = await Promise.all([
    findMessagesOfAnyone(db, ids),
    findProfileTexts(db, recipients),
    findPhotosAmong(db, recipients, ids),
  ]);
  const isInChat = (line: QuotingLine) => {
    const pair = line.from !== null && line.to !== null ? pairOf(line.from, line.to) : undefined;
    return (row: (typeof messages)[number]) => row.a_id === pair?.a_id && row.b_id === pair.b_id;
  };
  const findMessage = (line: QuotingLine): Source | undefined => {
    const copy = line.copied.find(({ id }) => id === line.reply_to);
    if (copy) return { ...copy, attachment: copy.attachment?.kind ?? null };
    const row = messages.filter(isInChat(line)).find(({ id }) => id === line.reply_to);
    return row && { ...row, from: row.author_id, text: row.body, attachment: row.attachment as Source["attachment"] };
  };
  return (line) => {
    const { reply_to: id, to } = line;
    if (id === undefined) return undefined;
    const message = findMessage(line);
    if (message) return toMessageQuote(message);
    const ofProfile = { by: to, attachment: null };
    if (photos.some((photo) => photo.id === id && photo.member_id === to)) {
      return { ...ofProfile, kind: "photo", text: "", photo: id };
    }
    const text = findLine(profiles.find(({ member_id }) => member_id === to)?.about_me ?? "", id);
    return text === undefined ? undefined : { ...ofProfile, kind: "line", text, photo: null };
  };
}
