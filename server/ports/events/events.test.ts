import { Redis } from "ioredis";
import { expect, test } from "vitest";
import type { MemberEvent } from "#contract/events.ts";
import type { RedisWatch } from "#server/redis.ts";
import { inProcessEvents } from "./in-process.ts";
import type { Events } from "./port.ts";
import { redisEvents } from "./redis.ts";
import { startTestRedis } from "./test-redis.ts";

type Given = { here: Events; there: Events; ready(memberId: string): Promise<void>; close(): Promise<void> };

async function inProcess(): Promise<Given> {
  const events = inProcessEvents();
  return { here: events, there: events, ready: async () => {}, close: () => events.close() };
}

/** Two web processes, each with its own connections. */
async function throughRedis(): Promise<Given> {
  const stand = await startTestRedis();
  const errors: unknown[] = [];
  const watch: RedisWatch = { failed: (_, error) => errors.push(error), worked: () => {} };
  const connect = () => new Redis(stand.port, "127.0.0.1", { retryStrategy: null });
  const [one, two] = [connect(), connect()];
  const [here, there] = [redisEvents(one, watch), redisEvents(two, watch)];
  return {
    here,
    there,
    ready: (memberId) => expect.poll(() => stand.subscribed(`events:${memberId}`)).toBe(true),
    async close() {
      await Promise.all([here.close(), there.close()]);
      one.disconnect();
      two.disconnect();
      await stand.stop();
      expect(errors).toEqual([]);
    },
  };
}

const like: MemberEvent = { type: "like", from: "0b6f3a54-8d3c-4f43-9b7e-5f8f3f0d8a11", name: "Łucja 🌷" };

test.each([
  ["in-process", inProcess],
  ["redis", throughRedis],
] as const)(
  "R4.22 %s events reach every subscription of the member, in any process, and no other member",
  async (_, make) => {
    const { here, there, ready, close } = await make();
    const heard: [string, MemberEvent][] = [];
    const endFirst = here.subscribe("anna", (event) => heard.push(["here", event]));
    there.subscribe("anna", (event) => heard.push(["there", event]));
    here.subscribe("eva", (event) => heard.push(["eva", event]));
    await ready("anna");
    await ready("eva");
    there.publish("anna", like);
    await expect.poll(() => heard).toHaveLength(2);
    expect(heard.map(([where]) => where).sort()).toEqual(["here", "there"]);
    expect(heard[0]?.[1]).toEqual(like);
    endFirst();
    here.publish("anna", like);
    here.publish("eva", like);
    await expect.poll(() => heard).toHaveLength(4);
    expect(
      heard
        .slice(2)
        .map(([where]) => where)
        .sort(),
    ).toEqual(["eva", "there"]);
    await close();
  },
);
