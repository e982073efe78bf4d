import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import * as constants from "#contract/constants.ts";
import { languages } from "#contract/constants.ts";
import { modeCookie, modeCookieDays } from "#web/lib/appearance.ts";

const root = join(import.meta.dirname, "../..");
const read = (path: string) => readFileSync(join(root, path), "utf8");
const code = globSync("{server,web}/**/*.{ts,tsx}", { cwd: root })
  .filter((path) => !/\.test\.|\/test-|\.d\.ts$/.test(path))
  .map(read)
  .join("\n");

/** The name of a cookie in code: a literal, or a constant. */
function nameOf(word: string): string {
  const literal = /^"(\w+)"$/.exec(word)?.[1];
  if (literal !== undefined) return literal;
  const named: Record<string, unknown> = { ...constants, modeCookie };
  return typeof named[word] === "string" ? named[word] : word;
}

/** The names of the cookies that the code sets: by Fastify, with the host's prefix, as a header, and in the browser. */
function setByCode(): Set<string> {
  const calls = [
    /\bsetHostCookie\(request, reply, ("\w+")/g,
    /\breply\.setCookie\((\w+|"\w+"),/g,
    /(?<![.\w])setCookie\((\w+|"\w+"),/g,
  ].flatMap((pattern) => [...code.matchAll(pattern)].map(([, word = ""]) => nameOf(word)));
  const headers = [...code.matchAll(/`(\w+)=\$\{[^`]*Max-Age/g)].map(([, name = ""]) => name);
  // parameters of the two functions that set any cookie, and of the loop that deletes two
  return new Set([...calls, ...headers].filter((name) => name !== "name"));
}

/** How long each cookie stays, in days; null: until the browser is closed. `staff` ends with the working day. */
const days: Record<string, number | null> = {
  auth: constants.authCookieDays,
  device: constants.deviceCookieDays,
  locale: constants.localeCookieDays,
  [modeCookie]: modeCookieDays,
  [constants.timeZoneCookie]: constants.authCookieDays,
  [constants.lastSearchCookie]: null,
  [constants.countryCookie]: constants.localeCookieDays,
};
const forStaff = ["staff", "staff_device"];

test("ePrivacy 5(3): the code sets the listed cookies and no other", () => {
  expect([...setByCode()].sort()).toEqual([...Object.keys(days), ...forStaff].sort());
});

test("ePrivacy 5(3): docs/security.md lists each cookie that the code sets, and no other", () => {
  const [, list = ""] =
    /Cookies: ([\s\S]+?)\(`server\/http\/cookie-lists\.test\.ts`/.exec(read("docs/security.md")) ?? [];
  const listed = [...list.matchAll(/`([\w-]+)`/g)].map(([, name]) => name);
  expect(listed.sort()).toEqual([...Object.keys(days), ...forStaff].sort());
});

test.for(languages)(
  "ePrivacy 5(3): the page about cookies lists each cookie of visitors and members, with its days: %s",
  (language) => {
    const texts = JSON.parse(read(`locales/${language}/pages.json`));
    const lines = Object.entries<string>(texts.cookies.sections.s2).filter(([key]) => key.startsWith("l"));
    const listed = lines.map(([, line]) => /^.*?<code>(?:__Host-)?([\w-]+)<\/code>/.exec(line)?.[1] ?? line);
    expect(listed.sort()).toEqual(Object.keys(days).sort());
    for (const [, line] of lines) {
      const name = /<code>(?:__Host-)?([\w-]+)<\/code>/.exec(line)?.[1] ?? "";
      if (days[name] === null) expect(line, name).not.toMatch(/\d/);
      else expect(line, name).toMatch(new RegExp(`\\b${days[name]}\\b`));
    }
  },
);
