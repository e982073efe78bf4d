import type { MessageParts } from "#contract/office.ts";
import type { Db } from "#server/db/pool.ts";
import {
  type ChatLine,
  findQuotesForStaff,
  findVoicesWithFiles,
  type QuoteForStaff,
} from "#server/features/chat/index.ts";
import { filePath, soundPath } from "./serve-files.ts";

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

export const noParts: MessageParts = { question: null, quote: null, reaction: null, attachment: null, sound: null };

/**
 * What staff see of messages beside their words, as members saw it. A quoted photo of a profile is one of the member's
 * file: its address asks for the same role, and logs who opened it.
 */
export async function messagePartsOf(
  db: Db,
  lines: readonly ReportedLine[],
): Promise<(line: ReportedLine) => MessageParts> {
  const quoteOf = await findQuotesForStaff(db, lines.map(toQuoting));
  const voiceOf = await findVoices(
    db,
    lines.map(({ line }) => line),
  );
  return (reported) => {
    const { question = null, attachment, reaction = null } = reported.line;
    const quote = quoteOf(toQuoting(reported));
    const voice = voiceOf(reported.line);
    return {
      ...{ question, attachment: attachment?.kind ?? null, reaction },
      quote: quote ? toQuote(quote, reported) : null,
      sound: voice === undefined ? null : soundPath("voice", voice),
    };
  };
}

/** Finds the voice message of a line of a chat, or of its copy, if its file still exists. */
async function findVoices(db: Db, lines: readonly ChatLine[]): Promise<(line: ChatLine) => string | undefined> {
  const spoken = lines.filter(({ attachment }) => attachment?.kind === "voice");
  if (spoken.length === 0) return () => undefined;
  const idsOf = (key: "id" | "voice") => spoken.flatMap((line) => line[key] ?? []);
  const voices = await findVoicesWithFiles(db, idsOf("id"), idsOf("voice"));
  return (line) => voices.find(({ id, message_id }) => id === line.voice || (message_id ?? "") === line.id)?.id;
}

const toQuote = ({ by, photo, ...quote }: QuoteForStaff, { reported_id }: ReportedLine): MessageParts["quote"] => ({
  ...quote,
  reported: by === reported_id,
  image: photo === null ? null : filePath("profile", photo),
});
