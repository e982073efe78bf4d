import { expect, test, vi } from "vitest";
import { deleteMemberTraces } from "./traces.ts";

/** A browser's storage whose entries are its own properties. */
function stubBrowser(entries: Record<string, string>, cookie: string) {
  const methods = { removeItem: (key: string) => delete storage[key] };
  const storage: Record<string, string> = Object.assign(Object.create(methods), entries);
  const set: string[] = [];
  vi.stubGlobal("localStorage", storage);
  vi.stubGlobal("location", { protocol: "https:" });
  vi.stubGlobal("document", {
    get cookie() {
      return cookie;
    },
    set cookie(text: string) {
      set.push(text);
    },
  });
  return { storage, set };
}

test("R6.09 R2.22 once the session has ended, drafts, unsent messages, gifts and the last search are gone, and nothing else", () => {
  const { storage, set } = stubBrowser(
    { "chat-draft:anna:eva": "Dear E", "chat-unsent:anna:eva:k": "{}", "chat-gift:anna:eva": "rose", "hide-push": "1" },
    "locale=en; last-search=anna%7C/members; tz=Europe%2FBerlin",
  );
  deleteMemberTraces();
  expect(Object.keys(storage)).toEqual(["hide-push"]);
  const gone = (name: string) => `${name}=; Path=/; Max-Age=0; SameSite=Lax; Secure`;
  expect(set).toEqual([gone("last-search"), gone("tz")]);
});

test("R6.09 a browser without traces is left alone", () => {
  const { set } = stubBrowser({ "hide-push": "1" }, "locale=en");
  deleteMemberTraces();
  expect(set).toEqual([]);
});
