import type { MemberEvent } from "#contract/events.ts";

/**
 * Tells members at once what happened to them (D6.5). Lossy by design: whoever misses one finds out at the next
 * refresh.
 */
export type Events = {
  name: string;
  publish(memberId: string, event: MemberEvent): void;
  /** Answers the function that ends the subscription. */
  subscribe(memberId: string, listener: (event: MemberEvent) => void): () => void;
  close(): Promise<void>;
};
