// @vitest-environment happy-dom
import { expect, test } from "vitest";
import { sessionStore } from "#web/lib/storage.ts";
import { staffStore } from "./staff-store.ts";

test("D11.4 what staff have begun ends with their login, and nothing else of the tab does", () => {
  staffStore.setItem("draft photos p1", "words");
  staffStore.setItem("follow-ups", "[]");
  sessionStore.setItem("members own", "stays");
  expect(staffStore.getItem("draft photos p1")).toBe("words");
  staffStore.forget();
  expect([staffStore.getItem("draft photos p1"), staffStore.getItem("follow-ups")]).toEqual([null, null]);
  expect(sessionStore.getItem("members own")).toBe("stays");
});
