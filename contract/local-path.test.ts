import { expect, test } from "vitest";
import { readLocalPath, toPagePath } from "./local-path.ts";
import { startPayment } from "./payments.ts";

const bundle_id = "0d0e7d5e-8b0f-4a52-9d3b-0e6f4f1c2a11";
const order = { bundle_id, amount: 995, begin_at_once: true };
const returnsTo = (return_to: string) => startPayment.body.safeParse({ ...order, return_to }).success;

test("R1.01 R8.03 a path of this site is a target, as browsers resolve it", () => {
  expect(readLocalPath("/chats/7?from=mail#last")).toBe("/chats/7?from=mail#last");
  expect(readLocalPath("/members/1/../2")).toBe("/members/2");
  expect(returnsTo("/chats/7?from=mail#last")).toBe(true);
});

test("the address of a page's data is its page, without what only scripts add", () => {
  const pages = {
    "/chats.data?_routes=chats": "/chats",
    "/members.data?sort=active&_routes=search%2Croot&x=%C3%A4": "/members?sort=active&x=%C3%A4",
    "/members/1.data?x": "/members/1?x",
    "/_.data": "/",
    "/a/_.data?_routes": "/a/",
    ".data": "/",
    "/chats?_routes=1": "/chats?_routes=1",
    "/chats?next=/likes.data": "/chats?next=/likes.data",
  };
  for (const [path, page] of Object.entries(pages)) expect(toPagePath(path), path).toBe(page);
  expect(readLocalPath("/chats.data?_routes=chats#last")).toBe("/chats#last");
});

test.each([
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
  "",
])("R8.03 %j leads off the site, and is no target after a login or a payment", (text) => {
  expect(readLocalPath(text)).toBeUndefined();
  expect(returnsTo(text)).toBe(false);
});
