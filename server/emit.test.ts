import { expect, test } from "vitest";
import type { MemberEvent } from "#contract/events.ts";
import { withEmit } from "./emit.ts";
import { inProcessEvents } from "./ports/events/in-process.ts";

const credits: MemberEvent = { type: "credits", credits: 7 };

test("D6.5 events of work outside of a call are sent in order once it is done, and none if it fails", async () => {
  const events = inProcessEvents();
  const heard: MemberEvent[] = [];
  events.subscribe("anna", (event) => heard.push(event));
  const result = await withEmit(events, async (emit) => {
    emit("anna", credits);
    emit("anna", { type: "visit" });
    expect(heard).toEqual([]);
    return 7;
  });
  expect([result, heard]).toEqual([7, [credits, { type: "visit" }]]);
  const failing = withEmit(events, async (emit) => {
    emit("anna", credits);
    throw new Error("rolled back");
  });
  await expect(failing).rejects.toThrow("rolled back");
  expect(heard).toHaveLength(2);
});
