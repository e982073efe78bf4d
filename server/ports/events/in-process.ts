import { EventEmitter } from "node:events";
import type { MemberEvent } from "#contract/events.ts";
import type { Events } from "./port.ts";

/** Events among the members connected to this process only. */
export function inProcessEvents(): Events {
  const emitter = new EventEmitter().setMaxListeners(0);
  return {
    publish(memberId, event) {
      emitter.emit(memberId, event);
    },
    subscribe(memberId, listener: (event: MemberEvent) => void) {
      emitter.on(memberId, listener);
      return () => emitter.off(memberId, listener);
    },
    async close() {
      emitter.removeAllListeners();
    },
  };
}
