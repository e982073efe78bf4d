import { expect, test } from "vitest";
import { localPath } from "./local-path.ts";

test("R1.01 a login leads on to the requested page", () => {
  expect(localPath("/chats/7?from=mail#last")).toBe("/chats/7?from=mail#last");
  expect(localPath("/members/1/../2")).toBe("/members/2");
});

test("R1.01 a login without a requested page leads to the member search", () => {
  expect(localPath(null)).toBe("/members");
  expect(localPath("")).toBe("/members");
});

test("R1.01 a login never leads off the site", () => {
  const wishes = [
    "https://evil.example/",
    "//evil.example",
    "/\\evil.example",
    "/\t/evil.example",
    "/\n/evil.example",
    "/.//evil.example",
    "/a/..//evil.example",
    "/a/../\\evil.example",
    "\\\\evil.example",
    "javascript:alert(1)",
    " //evil.example",
    "members",
  ];
  for (const path of wishes) expect(localPath(path), path).toBe("/members");
});
