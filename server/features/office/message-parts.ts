import type { MessageParts } from "#contract/office.ts";
import type { Db } from "#server/db/pool.ts";
import { type ChatLine, findQuotesForStaff, type QuoteForStaff } from "#server/features/chat/index.ts";
import { filePath } from "./serve-files.ts";

/** A message of the chat of a reporter and the member that they reported. */
type ReportedLine = {
  line: ChatLine;
  /** Lines that are copied of this chat. */
  copied: readonly ChatLine[];
  reporter_id: string | null;
  reported_id: string | null;
};

const toQuoting = ({ line, copied, reporter_id, reported_id }: ReportedLine) => ({
  ...line,
  copied,
  to: line.from === reported_id ? reporter_id : reported_id,
});

export const noParts: MessageParts = { question: null, quote: null, reaction: null, attachment: null };

/**
 * What staff see of messages beside their words, as members saw it. A quoted photo of a profile is one of the member's
 * file: its address asks for the same role, and logs who opened it.
 */
export async function messagePartsOf(
  db: Db,
  lines: readonly ReportedLine[],
): Promise<(line: ReportedLine) => MessageParts> {
  const quoteOf = await findQuotesForStaff(db, lines.map(toQuoting));
  return (reported) => {
    const { question = null, attachment, reaction = null } = reported.line;
    const quote = quoteOf(toQuoting(reported));
    return { question, attachment: attachment?.kind ?? null, reaction, quote: quote ? toQuote(quote, reported) : null };
  };
}

const toQuote = ({ by, photo, ...quote }: QuoteForStaff, { reported_id }: ReportedLine): MessageParts["quote"] => ({
  ...quote,
  reported: by === reported_id,
  image: photo === null ? null : filePath("profile", photo),
});
