import { describe, expect, test } from "vitest";
import { ConfigError, readConfig } from "./config.ts";

const live = `live_${"a1".repeat(15)}`;
const trial = `test_${"a1".repeat(15)}`;
const production = {
  NODE_ENV: "production",
  SECRET: "a secret for tests only, long enough",
  DATABASE_URL: "postgres://localhost/rendezvous",
  SMTP_URL: "smtp://localhost",
  SMS_URL: "twilio://AC1:token@localhost?from=%2B31612345678",
};

function problemsOf(env: NodeJS.ProcessEnv): string[] {
  try {
    readConfig(env);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
}

test("D7.5 D12.2 production without SMS_URL starts, and offers no direct debit", () => {
  const { SMS_URL: gateway, ...others } = { ...production, MOLLIE_API_KEY: live };
  expect(readConfig(others).directDebit).toBe(false);
  expect(readConfig({ ...others, SMS_URL: gateway }).directDebit).toBe(true);
  expect(readConfig({ ...others, ALLOW_IN_PRODUCTION: "outbox" }).directDebit).toBe(true);
});

describe("D7.3 D12.2 MOLLIE_API_KEY", () => {
  test("lets production start without the sandbox", () => {
    expect(readConfig({ ...production, MOLLIE_API_KEY: live }).mollie).toEqual({ key: live, url: undefined });
    expect(problemsOf(production)).toEqual([expect.stringContaining("set MOLLIE_API_KEY")]);
  });

  test("of Mollie's tests moves no money: production refuses it as it refuses the sandbox", () => {
    const env = { ...production, MOLLIE_API_KEY: trial };
    expect(problemsOf(env)).toEqual([expect.stringContaining("test key")]);
    expect(readConfig({ ...env, ALLOW_IN_PRODUCTION: "sandbox" }).mollie?.key).toBe(trial);
  });

  test.each(["live_short", "liveaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", `${live} `, "secret"])(
    "that is %j is refused by its name, and not repeated",
    (key) => {
      const problems = problemsOf({ ...production, MOLLIE_API_KEY: key });
      expect(problems).toEqual([expect.stringMatching(/^MOLLIE_API_KEY must be an API key of Mollie/)]);
      expect(problems.join()).not.toContain(key);
    },
  );

  test("goes to another address in tests only", () => {
    const url = "http://127.0.0.1:4000";
    expect(
      readConfig({ SECRET: production.SECRET, NODE_ENV: "test", MOLLIE_API_KEY: trial, MOLLIE_API_URL: url }).mollie
        ?.url,
    ).toBe(url);
    expect(problemsOf({ ...production, MOLLIE_API_KEY: live, MOLLIE_API_URL: url })).toEqual([
      "MOLLIE_API_URL is refused in production",
    ]);
  });
});
