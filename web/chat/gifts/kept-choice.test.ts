import { beforeEach, expect, test } from "vitest";
import { stubStorage } from "#web/chat/test-storage.ts";
import { changeChoice, readChoice, saveChoice, withAttempt, withoutAttempt } from "./kept-choice.ts";

const none = { gift: null, text: "" };

beforeEach(() => void stubStorage());
test("R1.05 a chosen gift and its words are restored for the member who chose them, and for no other", () => {
  saveChoice("anna", "ben", { gift: "rose", text: "Hi" });
  expect(readChoice("anna", "ben")).toEqual({ gift: "rose", text: "Hi" });
  expect([readChoice("anna", "carl"), readChoice("eva", "ben")]).toEqual([none, none]);
  saveChoice("anna", "ben", none);
  expect(Object.keys(localStorage)).toEqual([]);
});

test("R1.05 a stored choice that is broken, or names a gift that no longer exists, is ignored", () => {
  for (const [kept, choice] of [
    ["{", none],
    ["null", none],
    ['{"gift":"yacht","text":7}', none],
    ['{"gift":"yacht","text":"Hi"}', { gift: null, text: "Hi" }],
  ] as const) {
    localStorage.setItem("chat-gift:anna:ben", kept);
    expect(readChoice("anna", "ben")).toEqual(choice);
  }
});

test("R7.03 a gift whose answer was lost is sent again as the same one, also after its sheet was closed", () => {
  const first = withAttempt({ gift: "rose", text: "Hi" }, { credits: 5, without_promise: true });
  saveChoice("anna", "ben", first);
  const again = withAttempt(readChoice("anna", "ben"), { credits: 5 });
  expect(again.attempt).toEqual({ key: first.attempt.key, credits: 5, without_promise: true });
  saveChoice("anna", "ben", again);
  expect(withAttempt(readChoice("anna", "ben"), { credits: 5 })).toEqual(first);
});

test("R7.03 another gift, other words or another price is another gift, and so is one after a known outcome", () => {
  const first = withAttempt({ gift: "rose", text: "Hi" }, { credits: 5 });
  const { key } = first.attempt;
  const others = [
    withAttempt(changeChoice(first, { gift: "kite" }), { credits: 5 }),
    withAttempt(changeChoice(first, { text: "Hello" }), { credits: 5 }),
    withAttempt(first, { credits: 6 }),
    withAttempt(withoutAttempt(first, key), { credits: 5 }),
  ];
  expect(new Set([key, ...others.map(({ attempt }) => attempt.key)]).size).toBe(5);
  expect(others[2]?.attempt.credits).toBe(6);
  expect(withoutAttempt(first, "another")).toBe(first);
});

test("R7.03 a stored try that is broken is ignored", () => {
  for (const attempt of [7, null, { key: "k" }, { credits: 5 }]) {
    localStorage.setItem("chat-gift:anna:ben", JSON.stringify({ gift: "rose", text: "", attempt }));
    expect(readChoice("anna", "ben")).toEqual({ gift: "rose", text: "" });
  }
});

test("R1.05 logging out deletes the choice, as it deletes all entries of this prefix", () => {
  saveChoice("anna", "ben", { gift: "rose", text: "" });
  expect(Object.keys(localStorage)).toEqual([expect.stringMatching(/^chat-/)]);
});
