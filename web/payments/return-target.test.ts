import { expect, test } from "vitest";
import type { Bundle } from "#contract/credits.ts";
import type { Payment } from "#contract/payments.ts";
import { composeRetryPath, findReturnTarget } from "./return-target.ts";

const bought = { bundle_id: "b", list_price: 2245, amount: 1684, code: null, return_to: "/chats/7" } as Payment;
const bundle = { id: "b", list_price: 2245, price: 2245 } as Bundle;

test("R1.07 after a purchase the buyer goes on in the chat where the credits ran out", () => {
  expect(findReturnTarget(bought)).toEqual({ to: "/chats/7", words: "back_to_chat" });
  expect(findReturnTarget({ return_to: "/members/9/chat" })).toEqual({ to: "/members/9/chat", words: "back_to_chat" });
  expect(findReturnTarget({ return_to: "/chats" })).toEqual({ to: "/chats", words: "back" });
  const gift = "/members/9?gift=1";
  expect(findReturnTarget({ return_to: gift })).toEqual({ to: gift, words: "back_to_gift" });
});

test("R1.07 a buyer who came from the shop is not led back to it, and no return path leaves the site", () => {
  expect(findReturnTarget({ return_to: "/credits" }).to).toBe("/members");
  expect(findReturnTarget({ return_to: "//elsewhere.example" }).to).toBe("/members");
});

test("R2.23 a retry orders the same bundle, or shows all bundles if it is gone or has another price", () => {
  expect(composeRetryPath(bought, [bundle])).toBe("/credits/b?return_to=%2Fchats%2F7");
  expect(composeRetryPath(bought, [{ ...bundle, list_price: 2345 }])).toBe("/credits?return_to=%2Fchats%2F7");
});

test("R4.04 D7.6 a retry has the discount code that the buyer typed", () => {
  const typed = { ...bought, code: "SPRING" };
  expect(composeRetryPath(typed, [bundle])).toBe("/credits/b?return_to=%2Fchats%2F7&code=SPRING");
  expect(composeRetryPath(typed, [])).toBe("/credits?return_to=%2Fchats%2F7&code=SPRING");
});
