import { expect, test } from "vitest";
import { isCalmScreen } from "./may-interrupt.ts";

test.each(["/", "/members", "/members/7b0f5f0a-2c0e-4d6c-9a5e-1f2d3c4b5a69", "/likes", "/likes/sent", "/profiles"])(
  "R2.18 a match opens its dialog on %s",
  (pathname) => {
    expect(isCalmScreen(pathname)).toBe(true);
  },
);

test.each([
  "/chats",
  "/chats/1",
  "/members/1/chat",
  "/credits",
  "/credits/1/ideal",
  "/signup",
  "/transactions/1",
  "/profile",
])("R2.18 a match is only a short notice on %s", (pathname) => {
  expect(isCalmScreen(pathname)).toBe(false);
});
