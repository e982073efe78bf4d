/** From this number of messages on, only their number is read out. */
const most = 3;

type Words<M> = { one(message: M): string; many(count: number): string };

/** What a screen reader says of messages that came in together: each of them, or how many where they are too many. */
export function announcement<M>(received: readonly M[], words: Words<M>): string {
  return received.length > most ? words.many(received.length) : received.map(words.one).join("\n");
}
