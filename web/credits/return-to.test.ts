import { expect, test } from "vitest";
import { creditsPath, orderPath, returnToOf } from "./return-to.ts";

const asked = (wish: string) => returnToOf(`http://site/credits?return_to=${encodeURIComponent(wish)}`);

test("R1.07 the way back is kept from the bundles to the order", () => {
  expect(asked("/chats/7?x=1")).toBe("/chats/7?x=1");
  expect(returnToOf("http://site/credits")).toBeUndefined();
  expect([orderPath("b", "/chats/7"), orderPath("b", undefined), creditsPath("/chats/7")]).toEqual([
    "/credits/b?return_to=%2Fchats%2F7",
    "/credits/b",
    "/credits?return_to=%2Fchats%2F7",
  ]);
});

test("R1.07 a way back never leaves the site, nor is it longer than the API takes", () => {
  expect([asked("//elsewhere.example"), asked("/\\elsewhere"), asked("https://elsewhere.example")]).toEqual([
    "/members",
    "/members",
    "/members",
  ]);
  expect(asked(`/chats/${"x".repeat(500)}`)).toBeUndefined();
});
