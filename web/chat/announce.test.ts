import { expect, test } from "vitest";
import { announcement } from "./announce.ts";

const words = { one: ({ text }: { text: string }) => `Eva: ${text}`, many: (count: number) => `${count} new messages` };
const received = (...texts: string[]) => texts.map((text) => ({ text }));

test("R2.22 up to three messages are read out, more are counted", () => {
  expect(announcement(received("Hi", "you"), words)).toBe("Eva: Hi\nEva: you");
  expect(announcement(received("1", "2", "3", "4"), words)).toBe("4 new messages");
  expect(announcement([], words)).toBe("");
});
