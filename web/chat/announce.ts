/** If more messages than this arrive together, only their number is read out. */
const maxReadOut = 3;

type Words<M> = { one(message: M): string; many(count: number): string };

/** The announcement for messages that arrived together: each text, or only their number if there are too many. */
export function composeAnnouncement<M>(received: readonly M[], words: Words<M>): string {
  return received.length > maxReadOut ? words.many(received.length) : received.map(words.one).join("\n");
}
