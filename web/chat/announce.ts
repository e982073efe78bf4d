/** From this number of messages on, only their number is read out. */
const most = 3;

type Received = { text: string };
type Words = { one(text: string): string; many(count: number): string };

/** What a screen reader says of messages that came in together: each of them, or how many where they are too many. */
export function announcement(received: readonly Received[], words: Words): string {
  return received.length > most ? words.many(received.length) : received.map(({ text }) => words.one(text)).join("\n");
}
