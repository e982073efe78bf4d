import { afterAll, expect, test } from "vitest";
import { dayMs } from "#contract/durations.ts";
import { allJobs } from "#server/features/all-jobs.ts";
import { balanceOf } from "#server/features/credits/index.ts";
import { openShop } from "./test-shop.ts";

const { services, newBuyer, orderSmallest, press, close } = await openShop();
afterAll(close);

test("D7.1 D7.4 nothing renews and nothing expires: eighteen months of jobs later the credits are there, and no other order", async () => {
  const { id, cookie } = await newBuyer();
  const { path } = await orderSmallest(cookie);
  await press(path, "pay");
  while ((await services.jobs.drain(services)) > 0);
  const credits = await balanceOf(services.db, id);
  expect(credits).toBeGreaterThan(0);
  const scheduled = allJobs.filter(({ every }) => every !== undefined);
  for (let quarter = 0; quarter < 6; quarter++) {
    services.clock.advance(91 * dayMs);
    for (const job of scheduled) await job.run(services, {});
    while ((await services.jobs.drain(services)) > 0);
  }
  expect(await balanceOf(services.db, id)).toBe(credits);
  const orders = await services.db.selectFrom("payments").select("status").where("member_id", "=", id).execute();
  expect(orders).toEqual([{ status: "completed" }]);
});
