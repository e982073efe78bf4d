import { beforeEach, expect, test, vi } from "vitest";
import { deleteMemberTraces } from "#web/lib/traces.ts";
import {
  deleteUnsent,
  findUnsentPartners,
  hasUnsent,
  onLocalChange,
  readDraft,
  readUnsent,
  saveDraft,
  saveUnsent,
} from "./local-messages.ts";
import { stubStorage } from "./test-storage.ts";

beforeEach(() => {
  stubStorage();
  vi.stubGlobal("document", { cookie: "" });
});
test("R2.22 a draft is restored for the member who wrote it, and for no other member", () => {
  saveDraft("anna", "eva", "Hello E");
  expect([readDraft("anna", "eva"), readDraft("anna", "mia"), readDraft("ben", "eva")]).toEqual(["Hello E", "", ""]);
});

test("R2.22 an emptied draft is deleted", () => {
  saveDraft("anna", "eva", "Hello");
  saveDraft("anna", "eva", " \n");
  expect(Object.keys(localStorage)).toEqual([]);
});

test("R2.22 logging out deletes drafts and unsent messages, and leaves the entries of other features", () => {
  localStorage.setItem("hide-push-notification-alert", "1");
  saveDraft("anna", "eva", "Hello");
  saveUnsent("anna", "eva", { key: "k", text: "Hello", at: "2026-11-20T10:00:00Z", state: "unknown" });
  deleteMemberTraces();
  expect(Object.keys(localStorage)).toEqual(["hide-push-notification-alert"]);
});

test("R7.03 an unsent message keeps its key over a reload; broken entries are left out", () => {
  const unsent = { key: "k", text: "Hello", at: "2026-11-20T10:00:00Z", credits: 2, state: "sending" } as const;
  saveUnsent("anna", "eva", unsent);
  expect(readUnsent("anna", "eva")).toEqual([unsent]);
  for (const broken of ['{"key":"k"}', JSON.stringify({ ...unsent, credits: "2" }), "7", "{"]) {
    localStorage.setItem("chat-unsent:anna:eva:k", broken);
    expect(readUnsent("anna", "eva")).toEqual([]);
  }
});

test("R7.03 two tabs of one chat keep their unsent messages beside each other, in the order they were written", () => {
  const first = { key: "z", text: "First", at: "2026-11-20T10:00:00Z", state: "unknown" } as const;
  const second = { key: "a", text: "Second", at: "2026-11-20T10:00:01Z", state: "unknown" } as const;
  saveUnsent("anna", "eva", second);
  saveUnsent("anna", "eva", first);
  expect(readUnsent("anna", "eva")).toEqual([first, second]);
  // the second tab's message is sent, and its tab closed
  deleteUnsent("anna", "eva", "a");
  expect(readUnsent("anna", "eva")).toEqual([first]);
  expect([readUnsent("ben", "eva"), readUnsent("anna", "mia")]).toEqual([[], []]);
});

test("R7.03 the list of chats shows at once that a message was not sent, and no longer once it is", () => {
  const now = new Date().toISOString();
  const shown: boolean[] = [];
  vi.stubGlobal("window", new EventTarget());
  const stop = onLocalChange(() => shown.push(hasUnsent("anna", "eva")));
  const sending = { key: "k", text: "Hello", at: now, state: "sending" } as const;
  saveUnsent("anna", "eva", sending);
  saveUnsent("anna", "eva", { ...sending, state: "unknown" });
  saveUnsent("anna", "eva", { ...sending, state: "refused" });
  deleteUnsent("anna", "eva", "k");
  // it was being sent when its page was closed
  saveUnsent("anna", "eva", { ...sending, at: "2026-11-20T10:00:00Z" });
  expect(shown).toEqual([false, true, true, false, true]);
  expect([hasUnsent("anna", "mia"), hasUnsent("ben", "eva")]).toEqual([false, false]);
  stop();
  deleteUnsent("anna", "eva", "k");
  expect(shown).toHaveLength(5);
});

test("R7.03 members who did not get a message are found, also before there is a chat with them", () => {
  const unsent = { key: "k", text: "Hello", at: "2026-11-20T10:00:00Z", state: "unknown" } as const;
  saveUnsent("anna", "eva", unsent);
  saveUnsent("anna", "eva", { ...unsent, key: "l" });
  saveUnsent("anna", "mia", { ...unsent, state: "refused" });
  saveUnsent("anna", "zoe", { ...unsent, at: new Date().toISOString(), state: "sending" });
  saveUnsent("ann", "bea", unsent);
  saveDraft("anna", "ida", "Hello");
  expect([findUnsentPartners("anna"), findUnsentPartners("")]).toEqual([["eva", "mia"], []]);
});

test("R8.04 in a browser that refuses its storage the draft lasts as long as the page", () => {
  vi.stubGlobal("localStorage", {
    getItem: () => {
      throw new Error("forbidden");
    },
    setItem: () => {
      throw new Error("forbidden");
    },
  });
  saveDraft("anna", "eva", "Hello");
  expect(readDraft("anna", "eva")).toBe("Hello");
  deleteMemberTraces();
  expect(readDraft("anna", "eva")).toBe("");
});
