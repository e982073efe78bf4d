import { expect, test } from "vitest";
import { draftKey, dropDraft, keepDraft, readDraft } from "./signup-draft.ts";
import type { SignupValues } from "./signup-values.ts";

function makeStore(initial: Record<string, string> = {}) {
  const items = new Map(Object.entries(initial));
  const store = {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  };
  return { items, open: () => store };
}

const values: SignupValues = {
  gender: "female",
  seeks: "male",
  name: "Anna",
  day: "5",
  month: "11",
  year: "1990",
  email: "anna@example.com",
  password: "a long secret",
  country: "BE",
  city: "Gent",
  city_id: "17",
};

test("R3.10 a draft comes back after a reload, all but the password", () => {
  const { items, open } = makeStore();
  keepDraft(open, values);
  const { password, ...rest } = values;
  expect(readDraft(open)).toEqual(rest);
  expect(items.get(draftKey)).not.toContain(password);
});

test("R3.10 a finished signup leaves no draft behind", () => {
  const { items, open } = makeStore();
  keepDraft(open, values);
  dropDraft(open);
  expect(readDraft(open)).toBeNull();
  expect(items.size).toBe(0);
});

test("R3.10 a draft that cannot be read is no draft", () => {
  for (const text of ["", "nonsense", "null", "[]", "7", '{"name":7,"password":"x","other":"y"}']) {
    expect(readDraft(makeStore({ [draftKey]: text }).open), text).toBeNull();
  }
  expect(readDraft(makeStore({ [draftKey]: '{"name":"Eva","password":"x"}' }).open)).toEqual({ name: "Eva" });
});

test("R3.10 signing up works where the browser keeps nothing", () => {
  const refuse = () => {
    throw new Error("storage is switched off");
  };
  keepDraft(refuse, values);
  dropDraft(refuse);
  expect(readDraft(refuse)).toBeNull();
});
