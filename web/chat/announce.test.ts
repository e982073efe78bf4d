import { expect, test } from "vitest";
import { composeAnnouncement } from "./announce.ts";

const words = { one: ({ text }: { text: string }) => `Eva: ${text}`, many: (count: number) => `${count} new messages` };
const received = (...texts: string[]) => texts.map((text) => ({ text }));

test("R2.22 up to three messages are read out, more are counted", () => {
  expect(composeAnnouncement(received("Hi", "you"), words)).toBe("Eva: Hi\nEva: you");
  expect(composeAnnouncement(received("1", "2", "3", "4"), words)).toBe("4 new messages");
  expect(composeAnnouncement([], words)).toBe("");
});
