import type { MemberEvent } from "#contract/events.ts";
import type { Events } from "./ports/events/port.ts";

/**
 * Sends an event to a member's open pages, once the work that emits it is done and committed (D6.5). A use case that
 * opens a transaction of its own emits after it, because the database may run a transaction twice.
 */
export type Emit = (memberId: string, event: MemberEvent) => void;

/** Gives `run` an `emit` outside of a call, as in a job. Sends the events if `run` succeeds, and none if it fails. */
export async function withEmit<T>(events: Pick<Events, "publish">, run: (emit: Emit) => Promise<T>): Promise<T> {
  const emitted: Parameters<Emit>[] = [];
  const result = await run((...event) => emitted.push(event));
  for (const event of emitted) events.publish(...event);
  return result;
}
