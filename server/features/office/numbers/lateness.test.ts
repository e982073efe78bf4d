import { hourMs } from "#contract/durations.ts";
import { getNumbers } from "#contract/numbers.ts";
import { getQueues, queueTargetHours } from "#contract/office.ts";
import { getOperations } from "#contract/operations.ts";
import { isOverdue } from "#contract/queue-late.ts";
import { staffMember } from "#server/features/office/staff/test-staff.ts";
import { test as base, expect } from "#server/test.ts";

const test = base.extend("metric", { scope: "file" }, ({ app }) => async (queue: string) => {
  const { body } = await app.inject({ url: "/metrics", headers: { host: "localhost" } });
  const line = new RegExp(`^rendezvous_staff_queue_lateness\\{.*queue="${queue}".*\\} (\\S+)$`, "m").exec(body);
  return Number(line?.[1]);
});

test("D12.3 a queue is late once its oldest item has waited for its target time: on three screens, and as a metric", async ({
  services,
  given,
  member,
  metric,
}) => {
  const { db, clock } = services;
  const { id, siteId } = await member();
  expect(await metric("reviews")).toBe(0);
  const review = { site_id: siteId, member_id: id, recipients: 4, opened_at: clock.now() };
  await db.insertInto("reviews").values(review).execute();
  const states = async () => {
    const { client } = await staffMember(given, "admin");
    const now = clock.now().getTime();
    const answers = [
      (await client.call(getQueues)).body.queues,
      (await client.call(getNumbers)).body.queues,
      (await client.call(getOperations)).body.queues,
    ];
    return answers.map((queues) => {
      const found = queues.find(({ name }) => name === "reviews");
      return found && [found.target_hours, isOverdue(found, now)];
    });
  };
  const hours = queueTargetHours.reviews;
  clock.advance(hours * hourMs);
  expect(await metric("reviews")).toBe(1);
  expect(await states()).toEqual(Array(3).fill([hours, false]));
  clock.advance(hourMs);
  expect(await metric("reviews")).toBeGreaterThan(1);
  expect(await states()).toEqual(Array(3).fill([hours, true]));
});
