import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { readChoice, saveChoice } from "./kept-choice.ts";

const none = { gift: null, text: "" };

beforeEach(() => {
  const methods = {
    getItem(this: Record<string, string>, key: string) {
      return this[key] ?? null;
    },
    setItem(this: Record<string, string>, key: string, text: string) {
      this[key] = text;
    },
    removeItem(this: Record<string, string>, key: string) {
      delete this[key];
    },
  };
  vi.stubGlobal("localStorage", Object.create(methods));
});
afterEach(() => {
  vi.unstubAllGlobals();
});

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

test("R1.05 logging out deletes the choice, as it deletes all entries of this prefix", () => {
  saveChoice("anna", "ben", { gift: "rose", text: "" });
  expect(Object.keys(localStorage)).toEqual([expect.stringMatching(/^chat-/)]);
});
