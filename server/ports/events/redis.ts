import { randomUUID } from "node:crypto";
import type { Redis } from "ioredis";
import { z } from "zod";
import { event as eventSchema, type MemberEvent } from "#contract/events.ts";
import { connectionClosed, type RedisWatch } from "#server/redis.ts";
import { inProcessEvents } from "./in-process.ts";
import type { Events } from "./port.ts";

const channelOf = (memberId: string) => `events:${memberId}`;

/** An event as it is published in Redis, with the process that published it. */
const envelope = z.object({ from: z.string(), event: eventSchema });

function open(text: string): z.output<typeof envelope> | undefined {
  try {
    return envelope.safeParse(JSON.parse(text)).data;
  } catch {
    // not JSON: another program has published to the same channel
    return undefined;
  }
}

/**
 * Serves several web processes. Each subscribes only to the channels of its members, and delivers its own events
 * itself. While Redis is away, events between processes are lost, and only the refresh timers work.
 */
export function redisEvents(publisher: Redis, watch: RedisWatch): Events {
  const local = inProcessEvents();
  const here = randomUUID();
  const subscriber = publisher.duplicate();
  const counts = new Map<string, number>();
  const failed = (error: Error) => watch.failed("subscriber", error);
  subscriber.on("error", failed);
  subscriber.on("reconnecting", () => failed(new Error(connectionClosed)));
  subscriber.on("ready", () => {
    watch.worked("subscriber");
    const channels = [...counts.keys()].map(channelOf);
    if (channels.length > 0) subscriber.subscribe(...channels).catch(failed);
  });
  subscriber.on("message", (channel: string, text: string) => {
    const received = open(text);
    if (received && received.from !== here) local.publish(channel.slice("events:".length), received.event);
  });
  return {
    publish(memberId: string, event: MemberEvent) {
      local.publish(memberId, event);
      publisher.publish(channelOf(memberId), JSON.stringify({ from: here, event })).then(
        () => watch.worked("events"),
        (error: Error) => watch.failed("events", error),
      );
    },
    subscribe(memberId, listener) {
      const unsubscribe = local.subscribe(memberId, listener);
      const count = (counts.get(memberId) ?? 0) + 1;
      counts.set(memberId, count);
      // while the subscriber is away, its next `ready` will subscribe to all channels
      if (count === 1 && subscriber.status === "ready") subscriber.subscribe(channelOf(memberId)).catch(failed);
      return () => {
        unsubscribe();
        const left = (counts.get(memberId) ?? 1) - 1;
        if (left > 0) {
          counts.set(memberId, left);
          return;
        }
        counts.delete(memberId);
        if (subscriber.status === "ready") subscriber.unsubscribe(channelOf(memberId)).catch(failed);
      };
    },
    async close() {
      await local.close();
      subscriber.disconnect();
    },
  };
}
