import { expect, test } from "vitest";
import {
  creditsForGiftPath,
  creditsPath,
  directDebitPath,
  orderPath,
  premiumPath,
  readGift,
  readReturnTo,
} from "./return-to.ts";

const parse = (path: string) => readReturnTo(`http://site/credits?return_to=${encodeURIComponent(path)}`);

test("R1.07 the return path is kept from the bundles to the order", () => {
  expect(parse("/chats/7?x=1")).toBe("/chats/7?x=1");
  expect(readReturnTo("http://site/credits")).toBeUndefined();
  expect([
    orderPath("b", "/chats/7", undefined),
    orderPath("b", undefined, undefined),
    creditsPath("/chats/7"),
  ]).toEqual(["/credits/b?return_to=%2Fchats%2F7", "/credits/b", "/credits?return_to=%2Fchats%2F7"]);
});

test("R1.07 a return path never leaves the site, and is never longer than the API accepts", () => {
  expect([parse("//elsewhere.example"), parse("/\\elsewhere"), parse("https://elsewhere.example")]).toEqual([
    "/members",
    "/members",
    "/members",
  ]);
  expect(parse(`/chats/${"x".repeat(500)}`)).toBeUndefined();
});

test("R1.07 the discount code is kept from the bundles to the order and the direct debit", () => {
  expect(orderPath("b", undefined, "SPRING")).toBe("/credits/b?code=SPRING");
  expect(orderPath("b", "/chats/7", "A B")).toBe("/credits/b?return_to=%2Fchats%2F7&code=A+B");
  expect(directDebitPath("b", "/chats/7", "SPRING")).toBe("/directdebit?bundle=b&return_to=%2Fchats%2F7&code=SPRING");
  expect([premiumPath(undefined), premiumPath("/chats/7")]).toEqual(["/premium", "/premium?return_to=%2Fchats%2F7"]);
});

test("R1.07 a gift without enough credits leads to the bundles with its price and the way back to it", () => {
  const url = `http://site${creditsForGiftPath("/members/9?gift=1", 20)}`;
  expect(readReturnTo(url)).toBe("/members/9?gift=1");
  expect(readGift(url, readReturnTo(url))).toBe(20);
  expect(readGift("http://site/credits?return_to=%2Fchats%2F7&gift=20", "/chats/7")).toBeNull();
  expect(readGift("http://site/credits?gift=x", "/members/9?gift=1")).toBe(0);
});
