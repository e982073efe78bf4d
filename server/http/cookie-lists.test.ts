import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { cookieDays, languages } from "#contract/constants.ts";
import { catalogIn } from "#web/pages/page-texts.server.ts";
import { listedCookies } from "./test-client.ts";

test("ePrivacy 5(3): docs/security.md lists each cookie that the code sets, and no other", () => {
  const text = readFileSync(join(import.meta.dirname, "../../docs/security.md"), "utf8");
  const [, list = ""] = /Cookies: ([\s\S]+?)\(`server\/http\/cookie-lists\.test\.ts`/.exec(text) ?? [];
  const listed = [...list.matchAll(/`([\w-]+)`/g)].map(([, name]) => name);
  expect(listed.sort()).toEqual([...listedCookies].sort());
});

test.for(languages)(
  "ePrivacy 5(3): the page about cookies lists each cookie of visitors and members, with its days: %s",
  (language) => {
    const section: Record<string, string> = catalogIn(language).cookies.sections.s2;
    const lines = Object.entries(section).flatMap(([key, line]) => (key.startsWith("l") ? [line] : []));
    const nameIn = (line: string) => /^.*?<code>(?:__Host-)?([\w-]+)<\/code>/.exec(line)?.[1] ?? line;
    expect(lines.map(nameIn).sort()).toEqual(Object.keys(cookieDays).sort());
    for (const [name, days] of Object.entries(cookieDays)) {
      const line = lines.find((each) => nameIn(each) === name);
      if (days === null) expect(line, name).not.toMatch(/\d/);
      else expect(line, name).toMatch(new RegExp(`\\b${days}\\b`));
    }
  },
);
