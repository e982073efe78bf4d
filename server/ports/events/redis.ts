import type { Redis } from "ioredis";
import { event as eventSchema } from "#contract/events.ts";
import { inProcessEvents } from "./in-process.ts";
import type { Events } from "./port.ts";

const channelOf = (memberId: string) => `events:${memberId}`;

/**
 * Events through Redis, for several web processes. A process listens only to the channels of members connected to it.
 * `onError` hears of a Redis that is away; events are lost meanwhile and the refresh timers carry on.
 */
export function redisEvents(publisher: Redis, onError: (error: Error) => void): Events {
  const local = inProcessEvents();
  const subscriber = publisher.duplicate();
  const counts = new Map<string, number>();
  subscriber.on("error", onError);
  subscriber.on("message", (channel: string, text: string) => {
    const parsed = eventSchema.safeParse(JSON.parse(text));
    if (parsed.success) local.publish(channel.slice("events:".length), parsed.data);
  });
  return {
    name: "redis",
    publish(memberId, event) {
      publisher.publish(channelOf(memberId), JSON.stringify(event)).catch(onError);
    },
    subscribe(memberId, listener) {
      const unsubscribe = local.subscribe(memberId, listener);
      const count = (counts.get(memberId) ?? 0) + 1;
      counts.set(memberId, count);
      if (count === 1) subscriber.subscribe(channelOf(memberId)).catch(onError);
      return () => {
        unsubscribe();
        const left = (counts.get(memberId) ?? 1) - 1;
        if (left > 0) {
          counts.set(memberId, left);
          return;
        }
        counts.delete(memberId);
        subscriber.unsubscribe(channelOf(memberId)).catch(onError);
      };
    },
    async close() {
      await local.close();
      subscriber.disconnect();
    },
  };
}
