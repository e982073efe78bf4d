import { expect, test } from "vitest";
import { createTaskQueue } from "./task-queue.ts";

test("R7.03 a task that throws is reported, and those after it run in their order", async () => {
  const enqueue = createTaskQueue();
  const ran: string[] = [];
  const broken = enqueue(async () => {
    ran.push("first");
    throw new SyntaxError("not JSON");
  });
  const second = enqueue(async () => ran.push("second"));
  const third = enqueue(async () => ran.push("third"));
  await expect(broken).rejects.toThrow("not JSON");
  await Promise.all([second, third]);
  expect(ran).toEqual(["first", "second", "third"]);
});
