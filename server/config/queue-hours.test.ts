import { expect, test } from "vitest";
import { queueTargetHours } from "#contract/office.ts";
import { readQueueHours } from "./queue-hours.ts";

test("D12.2 target times of queues: those that are named change, all others keep their default", () => {
  expect(readQueueHours("")).toEqual(queueTargetHours);
  expect(readQueueHours(" reports=12, photos=0.5,")).toEqual({ ...queueTargetHours, reports: 12, photos: 0.5 });
});

test.for([
  "report=12",
  "reports",
  "reports=0",
  "reports=-1",
  "reports=2161",
  "complaints=337",
  "reports=x",
  "reports=1;photos=2",
])("D12.2 %s names no queue or no time", (text) => {
  expect(readQueueHours(text)).toBeUndefined();
});
