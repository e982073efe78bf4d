import { beforeEach, expect, test, vi } from "vitest";
import { deleteDraft, draftKey, isDearerThanStored, readDraft, saveDraft, saveMessage } from "./draft.ts";
import type { SignupValues } from "./values.ts";

let items: Map<string, string>;
function storage(initial: Record<string, string> = {}): void {
  items = new Map(Object.entries(initial));
  vi.stubGlobal("sessionStorage", {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  });
}
beforeEach(() => storage());
const eva = "0d0e7d5e-8b0f-4a52-9d3b-0e6f4f1c2a11";
const values: SignupValues = {
  message: "",
  credits: "",
  gender: "female",
  seeks: "male",
  name: "Anna",
  day: "5",
  month: "11",
  year: "1990",
  email: "anna@example.com",
  password: "a long secret",
  sexuality_consent: "on",
  click_consent: "on",
  imported: "",
  country: "BE",
  city: "Gent",
  city_id: "17",
};

test("R3.10 a draft is restored after a reload, except the password and the consents", () => {
  saveDraft(values, null);
  const { password, message: _, credits: _credits, sexuality_consent: __, click_consent: ___, ...rest } = values;
  const { imported: ____, ...restored } = rest;
  expect(readDraft()).toEqual(restored);
  expect(items.get(draftKey)).not.toContain(password);
});

test("R3.10 the stored draft uses the specification's names and has no password", () => {
  saveDraft({ ...values, message: "Hello" }, eva);
  const draft = JSON.parse(items.get(draftKey) ?? "");
  expect(draft).toMatchObject({
    email: "anna@example.com",
    name: "Anna",
    date_of_birth: "1990-11-05",
    signup_message: "Hello",
  });
  for (const name of ["password", "message", "day", "month", "year"]) expect(draft).not.toHaveProperty(name);
});

test("R3.10 a half-typed date of birth is restored as typed", () => {
  for (const [day, month, year] of [
    ["5", "", ""],
    ["", "11", ""],
    ["", "", "1990"],
    ["31", "2", "199"],
  ]) {
    storage();
    const parts = { day: day ?? "", month: month ?? "", year: year ?? "" };
    saveDraft({ ...values, ...parts }, null);
    const { day: d = "", month: m = "", year: y = "" } = readDraft() ?? {};
    expect({ day: d, month: m, year: y }).toEqual(parts);
  }
});

test("R3.10 a message is stored with its recipient", () => {
  saveDraft({ ...values, message: "Hello" }, eva);
  expect(readDraft()).toMatchObject({ message: "Hello", message_to: eva });
  saveDraft({ ...values, name: "Anne" }, null);
  expect(readDraft()).toMatchObject({ name: "Anne", message: "Hello", message_to: eva });
});

test("R3.10 a message started on a landing page is added to the stored draft", () => {
  saveMessage("Hello", 1, eva);
  expect(readDraft()).toEqual({ message: "Hello", credits: "1", message_to: eva });
  saveDraft(values, null);
  saveMessage("Good evening", 2, eva);
  expect(readDraft()).toMatchObject({ name: "Anna", message: "Good evening", credits: "2", message_to: eva });
});

test("D6.1 R3.10 a stored message keeps the price that its author saw, and a higher one has to be seen first", () => {
  saveMessage("Hello", 1, eva);
  saveDraft(values, null);
  const draft = readDraft() ?? {};
  expect(draft).toMatchObject({ message: "Hello", credits: "1" });
  expect([0, 1, 2].map((cost) => isDearerThanStored(draft, cost))).toEqual([false, false, true]);
  expect(isDearerThanStored({ ...draft, message: " " }, 2)).toBe(false);
  expect(isDearerThanStored({ message: "Hello" }, 2)).toBe(false);
});

test("R3.10 a finished signup deletes its draft", () => {
  saveDraft(values, null);
  deleteDraft();
  expect(readDraft()).toBeNull();
  expect(items.size).toBe(0);
});

test("R3.10 an unreadable draft is ignored", () => {
  for (const text of ["", "nonsense", "null", "[]", "7", '{"name":7,"password":"x","other":"y"}']) {
    storage({ [draftKey]: text });
    expect(readDraft(), text).toBeNull();
  }
  storage({ [draftKey]: '{"name":"Eva","password":"x"}' });
  expect(readDraft()).toEqual({ name: "Eva" });
});

test("R3.10 signup works if the browser has no storage", () => {
  vi.unstubAllGlobals();
  saveDraft(values, null);
  expect(readDraft()).toMatchObject({ name: "Anna" });
  deleteDraft();
  expect(readDraft()).toBeNull();
});
