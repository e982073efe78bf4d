import { expect, test } from "vitest";
import { readConfig } from "#server/config/config.ts";
import { partsOf, readError } from "./show-operations.ts";

test("an error names no address, no phone and no credentials", () => {
  expect(readError({ message: "550 <anna@example.org> unknown" })).toBe("550 <…@…> unknown");
  for (const secret of ["secret", "s".repeat(100)]) {
    expect(readError({ message: `smtp://user:${secret}@mail.example.org is away` })).toBe("…@… is away");
  }
  expect(readError({ message: "to +31612345678" })).toBe("to +…");
  expect([readError(null), readError("text"), readError({ value: 5 })]).toEqual(["", "", ""]);
  expect(readError({ message: "x".repeat(5_000) })).toHaveLength(300);
});

test("parts say whether they are configured, and hold no secret", () => {
  const config = readConfig({
    NODE_ENV: "test",
    SECRET: "a secret for tests only, long enough",
    DATABASE_URL: "postgres://a:word@host/db",
  });
  expect(Object.fromEntries(partsOf(config).map(({ name, state }) => [name, state]))).toEqual({
    database: "configured",
    redis: "off",
    mail: "stand_in",
    mail_feedback: "off",
    payments: "stand_in",
    sms: "stand_in",
    push: "off",
    demo: "test",
  });
  expect(partsOf({ ...config, mollie: { key: `live_${"x".repeat(30)}`, url: undefined } })).toContainEqual({
    name: "payments",
    state: "configured",
  });
  expect(partsOf({ ...config, mollie: { key: `test_${"x".repeat(30)}`, url: undefined } })).toContainEqual({
    name: "payments",
    state: "test",
  });
});
