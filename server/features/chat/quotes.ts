import type { Profile } from "#contract/profiles.ts";
import { lineId, linesOf, photoIdOf, quoteLength } from "#contract/quote-ids.ts";
import type { Quote } from "#contract/quotes.ts";
import { loadProfile } from "#server/features/profiles/index.ts";
import { lacksAgeProof } from "#server/features/visibility/index.ts";
import { Failure } from "#server/http/fail.ts";
import type { MemberContext } from "#server/http/handle.ts";
import type { Side } from "./conversations-store.ts";
import { findQuotedMessages } from "./messages-store.ts";

type Reply = { author_id: string; reply_to: string | null };
type QuotedRow = { id: string; author_id: string; body: string; attachment: string | null };

/** The beginning of a message, as a quote shows it. */
export const quotedWords = (text: string) => [...text].slice(0, quoteLength).join("");

/** The line of a text about oneself that an id names. */
export const findLine = (aboutMe: string, id: string) => linesOf(aboutMe).find((line) => lineId(line) === id);

const toMessageQuote = ({ id, author_id, body, attachment }: QuotedRow, viewerId: string): Quote => ({
  kind: "message",
  id,
  mine: author_id === viewerId,
  text: quotedWords(body),
  ...(attachment !== null && { attachment: attachment as Quote["attachment"] }),
});

/** A photo or a line of a profile, as this viewer sees it. */
function findInProfile({ about_me, photos }: Profile, id: string, mine: boolean): Quote | undefined {
  const photo = photos.find((image) => photoIdOf(image) === id);
  if (photo) return { kind: "photo", id, mine, text: "", thumb: photo.thumb_filename };
  const line = findLine(about_me, id);
  return line === undefined ? undefined : { kind: "line", id, mine, text: line };
}

/** Undefined if the viewer may not see the member, or has to prove their age first. */
async function findProfile(ctx: MemberContext, id: string): Promise<Profile | undefined> {
  try {
    return await loadProfile(ctx, id);
  } catch (error) {
    if (error instanceof Failure) return undefined;
    throw error;
  }
}

/**
 * Finds what the messages of two members quote, for one of them (R11.02). Messages without a reply cost no statement,
 * those that reply to messages one.
 */
export async function findQuotes(
  ctx: MemberContext,
  { otherId, side, replies }: { otherId: string; side: Side | undefined; replies: readonly Reply[] },
): Promise<(reply: Reply) => Quote | undefined> {
  const { memberId } = ctx.viewer;
  const ids = [...new Set(replies.flatMap(({ reply_to }) => reply_to ?? []))];
  if (ids.length === 0) return () => undefined;
  const rows = side ? await findQuotedMessages(ctx.db, side, ids) : [];
  const messages = new Map(rows.map((row) => [row.id, toMessageQuote(row, memberId)]));
  const ownerOf = ({ author_id }: Reply) => (author_id === memberId ? otherId : memberId);
  const others = replies.filter(({ reply_to }) => reply_to !== null && !messages.has(reply_to));
  const owners = others.length > 0 && (await lacksAgeProof(ctx.db, ctx.site, memberId)) ? [] : others.map(ownerOf);
  const profiles = new Map(
    await Promise.all([...new Set(owners)].map(async (id) => [id, await findProfile(ctx, id)] as const)),
  );
  return (reply) => {
    const { reply_to: id } = reply;
    if (id === null) return undefined;
    const owner = ownerOf(reply);
    const profile = profiles.get(owner);
    return messages.get(id) ?? (profile && findInProfile(profile, id, owner === memberId));
  };
}
