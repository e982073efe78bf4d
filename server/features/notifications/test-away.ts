import { sendMessage } from "#contract/chat.ts";
import { subscribePush } from "#contract/notifications.ts";
import { type Made, type MemberInput, makeMember } from "#demo/factories.ts";
import type { testApp } from "#server/db/test-database.ts";
import { TestClient } from "#server/http/test-client.ts";
import { sendNoticesJob } from "./send-notices.ts";
import { testDevice } from "./test-device.ts";

type Given = Awaited<ReturnType<typeof testApp>>;
export type TestMember = Made & { client: TestClient };

const minute = 60_000;
let count = 0;

/** Members for tests of notices: created in the database, inactive for an hour until they make a call. */
export function worldOf(given: Given) {
  const { services } = given;
  const siteId = given.siteIds[0] ?? 0;

  async function someone(name: string, input: Partial<MemberInput> = {}): Promise<TestMember> {
    count += 1;
    const lastActiveAt = new Date(services.clock.now().getTime() - 60 * minute);
    const created = await makeMember(services, {
      siteId,
      name: `${name} ${count}`,
      credits: 50,
      premium: true,
      createdAt: lastActiveAt,
      lastActiveAt,
      ...input,
    });
    const client = new TestClient(given.app);
    client.cookies.set("auth", created.cookie.replace(/^auth=/, ""));
    return { ...created, client };
  }

  return {
    someone,
    /** Advances the clock by the minutes and runs the jobs, as the worker does every few seconds. */
    async pass(minutes: number): Promise<void> {
      services.clock.advance(minutes * minute);
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
