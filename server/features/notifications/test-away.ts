import { sendMessage } from "#contract/chat.ts";
import { minuteMs } from "#contract/durations.ts";
import { subscribePush } from "#contract/notifications.ts";
import type { MemberInput } from "#demo/factories.ts";
import { test as base, type Fixtures, type Member as TestMember } from "#server/test.ts";
import { sendNoticesJob } from "./send-notices.ts";
import { testDevice } from "./test-device.ts";

export type { TestMember };

let count = 0;

/** Members for tests of notices: created in the database, inactive for an hour until they make a call. */
function worldOf(services: Fixtures["services"], member: Fixtures["member"]) {
  function someone(name: string, input: Partial<MemberInput> = {}): Promise<TestMember> {
    count += 1;
    const lastActiveAt = new Date(services.clock.now().getTime() - 60 * minuteMs);
    return member({
      name: `${name} ${count}`,
      credits: 50,
      premium: true,
      createdAt: lastActiveAt,
      lastActiveAt,
      ...input,
    });
  }

  return {
    someone,
    /** Advances the clock by the minutes and runs the jobs, as the worker does every few seconds. */
    async pass(minutes: number): Promise<void> {
      services.clock.advance(minutes * minuteMs);
      await sendNoticesJob.run(services, {});
      await services.jobs.drain(services);
    },
    async write(from: TestMember, to: { id: string }, text = "Do you like the sea?"): Promise<string> {
      const { body, status } = await from.client.call(sendMessage, { body: { member: to.id, text } });
      if (status !== 200) throw new Error(JSON.stringify(body));
      return body.conversation.id;
    },
    /** Subscribes the member's device. That makes them active, so call it before the time that they are away. */
    async subscribe(who: TestMember, timeZone = "UTC") {
      count += 1;
      const device = testDevice(`device-${count}`);
      who.client.cookies.set("tz", timeZone);
      const answer = await who.client.call(subscribePush, { body: { subscription: device.subscription } });
      if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
      return device;
    },
    mailsTo: (who: { email: string }) => services.mail.sent.filter((mail) => mail.to === who.email),
    pushesTo: (device: ReturnType<typeof testDevice>) =>
      services.push.sent
        .filter((push) => push.endpoint === device.subscription.endpoint)
        .map((push) => ({ ...push, content: JSON.parse(push.payload) as Record<string, string> })),
  };
}

export type World = ReturnType<typeof worldOf>;

/** Tests with `world`: members who are away, and what reaches them. */
export const test = base.extend("world", { scope: "file" }, async ({ services, member }) => {
  const world = worldOf(services, member);
  await world.pass(0);
  return world;
});
