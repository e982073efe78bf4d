import type { MemberEvent } from "#contract/events.ts";
import type { Events } from "./ports/events/port.ts";

/** Sent once the work is committed. After a use case's own transaction, because that may run twice. */
export type Emit = (memberId: string, event: MemberEvent) => void;

/** Gives `run` an `emit` outside of a call, as in a job. Sends the events if `run` succeeds, and none if it fails. */
export async function withEmit<T>(events: Pick<Events, "publish">, run: (emit: Emit) => Promise<T>): Promise<T> {
  const emitted: Parameters<Emit>[] = [];
  const result = await run((...event) => emitted.push(event));
  for (const event of emitted) events.publish(...event);
  return result;
}
