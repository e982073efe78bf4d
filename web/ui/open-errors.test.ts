import { expect, test } from "vitest";
import type { FormFailure } from "#web/lib/use-call.ts";
import { withoutEdited } from "./form-context.ts";

const failure: FormFailure = {
  code: "invalid_input",
  message: "Please check the marked fields.",
  fields: { email: "Invalid email", password: "Too short" },
  fieldCodes: { email: "email_invalid" },
};

test("R5.03 the error of a field goes once the field is edited, with its code; the others stay", () => {
  expect(withoutEdited(failure, ["email"])).toEqual({ ...failure, fields: { password: "Too short" }, fieldCodes: {} });
  expect(withoutEdited(failure, ["password"])).toEqual({ ...failure, fields: { email: "Invalid email" } });
});

test("once all wrong fields are edited, nothing asks to check them", () => {
  expect(withoutEdited(failure, ["password", "email"])).toBeNull();
});

test("a failure stays the same object if no wrong field was edited, so that the focus does not move again", () => {
  expect(withoutEdited(failure, ["name"])).toBe(failure);
  const whole: FormFailure = { code: "login_failed", message: "Login failed, please try again", fields: {} };
  expect(withoutEdited(whole, ["email"])).toBe(whole);
  expect(withoutEdited(null, ["email"])).toBeNull();
});
