import { expect, test } from "vitest";
import { offersPush, showsDisabled } from "./alert-rules.ts";

const paths = ["/", "/members", "/members/5b0c", "/likes", "/chats", "/credits", "/profile"];

test.each(paths)("R4.12 pushes are offered on %s if the browser can be asked", (path) => {
  expect(offersPush("default", path)).toBe(true);
  for (const state of ["unknown", "incapable", "subscribed", "denied"] as const) {
    expect(offersPush(state, path), state).toBe(false);
  }
});

test.each([
  "/signup",
  "/members/5b0c/signup",
  "/complete-signup",
  "/notifications",
  "/activate/done",
  "/directdebit",
  "/delete-account",
  "/premium",
])("R4.12 pushes are not offered on %s", (path) => {
  expect(offersPush("default", path)).toBe(false);
});

test("R4.13 a member who gets no mails is told so on every screen but the settings", () => {
  for (const path of [...paths, "/signup", "/premium"]) {
    expect(showsDisabled({ notifications_disabled: ["bounce"] }, path), path).toBe(true);
    expect(showsDisabled({ notifications_disabled: [] }, path), path).toBe(false);
  }
  for (const path of ["/notifications", "/settings", "/notifications/"]) {
    expect(showsDisabled({ notifications_disabled: ["fbl", "list_unsubscribe"] }, path), path).toBe(false);
  }
});
