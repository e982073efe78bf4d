import type { MemberEvent } from "#contract/events.ts";

/** Events are lossy by design: a page that misses an event catches up at its next refresh. */
export type Events = {
  publish(memberId: string, event: MemberEvent): void;
  /** Returns the function that ends the subscription. */
  subscribe(memberId: string, listener: (event: MemberEvent) => void): () => void;
  close(): Promise<void>;
};
