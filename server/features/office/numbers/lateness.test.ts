import { hourMs } from "#contract/durations.ts";
import { getNumbers } from "#contract/numbers.ts";
import { getQueues, type QueueName, type QueueState, queueTargetHours } from "#contract/office.ts";
import { getOperations } from "#contract/operations.ts";
import { isOverdue } from "#contract/queue-late.ts";
import { staffMember } from "#server/features/office/staff/test-staff.ts";
import { test as base, expect } from "#server/test.ts";

const test = base
  .extend("metric", { scope: "file" }, ({ app }) => async (queue: QueueName) => {
    const { body } = await app.inject({ url: "/metrics", headers: { host: "localhost" } });
    const line = new RegExp(`^rendezvous_staff_queue_lateness\\{.*queue="${queue}".*\\} (\\S+)$`, "m").exec(body);
    return Number(line?.[1]);
  })
  /** A queue on the three screens that show it. */
  .extend("shown", ({ given }) => async (queue: QueueName) => {
    const { client } = await staffMember(given, "admin");
    const answers: (readonly QueueState[])[] = [
      (await client.call(getQueues)).body.queues,
      (await client.call(getNumbers)).body.queues,
      (await client.call(getOperations)).body.queues,
    ];
    return answers.flatMap((queues) => queues.filter(({ name }) => name === queue));
  });

test("D12.3 a queue is late once its oldest item has waited for its target time: on three screens, and as a metric", async ({
  services: { db, clock },
  member,
  metric,
  shown,
}) => {
  const { id, siteId } = await member();
  expect(await metric("reviews")).toBe(0);
  const review = { site_id: siteId, member_id: id, recipients: 4, opened_at: clock.now() };
  await db.insertInto("reviews").values(review).execute();
  const states = async () =>
    (await shown("reviews")).map((queue) => [queue.target_hours, isOverdue(queue, clock.now().getTime())]);
  const hours = queueTargetHours.reviews;
  clock.advance(hours * hourMs);
  expect(await metric("reviews")).toBe(1);
  expect(await states()).toEqual(Array(3).fill([hours, false]));
  clock.advance(hourMs);
  expect(await metric("reviews")).toBeGreaterThan(1);
  expect(await states()).toEqual(Array(3).fill([hours, true]));
});

test("D12.3 what a ban ended makes no queue late, on no screen: the figures count what the queues list", async ({
  services: { db, clock },
  member,
  metric,
  shown,
}) => {
  const { id } = await member();
  const text = { about_me_inspection: "I like tea.", about_me_inspection_since: clock.now() };
  await db.updateTable("profiles").set(text).where("member_id", "=", id).execute();
  const waiting = async () => (await shown("texts")).map((queue) => queue.waiting);
  clock.advance(queueTargetHours.texts * hourMs);
  expect([await metric("texts"), await waiting()]).toEqual([1, [1, 1, 1]]);
  const banned = { status: "banned", banned_at: clock.now() } as const;
  await db.updateTable("accounts").set(banned).where("id", "=", id).execute();
  clock.advance(hourMs);
  expect([await metric("texts"), await waiting()]).toEqual([0, [0, 0, 0]]);
});
