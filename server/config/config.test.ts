import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { ConfigError, readConfig } from "./config.ts";
import { secretVariables } from "./secret-files.ts";

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

describe("D12.2 a secret from a file", () => {
  const folder = mkdtempSync(join(tmpdir(), "secrets-"));
  afterAll(() => rmSync(folder, { recursive: true }));
  const file = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };

  test("is read for each variable that holds one, without the line end", () => {
    const vapid = {
      VAPID_PUBLIC_KEY: "BHsafEbYeYqa9mDaFr8_K4b9XhG_ZlVKn6UWwIy5KIFp8wbnGFJjZm5t6gqHkV1tJ1yq3cJ7nR1S1u1n6o2Hc9E",
      VAPID_PRIVATE_KEY: "x",
      VAPID_SUBJECT: "mailto:a@example.org",
    };
    const values: Record<(typeof secretVariables)[number], string> = {
      DATABASE_URL: "postgres://anna:word@localhost/rendezvous",
      DATABASE_DIRECT_URL: "postgres://anna:word@localhost:5432/rendezvous",
      DATABASE_OWNER_URL: "postgres://owner:word@localhost:5432/rendezvous",
      DATABASE_REPLICA_URL: "postgres://anna:word@localhost:5433/rendezvous",
      BACKUP_URL: "postgres://backup:word@localhost:5432/rendezvous",
      REDIS_URL: "redis://:word@localhost",
      SMTP_URL: "smtp://anna:word@localhost",
      MAIL_FEEDBACK_SECRET: "feedback ".repeat(5).trim(),
      MAIL_INLET_SECRET: "inlet ".repeat(6).trim(),
      SMS_URL: "twilio://AC1:token@localhost?from=%2B31612345678",
      PICTURE_CHECK_URL: "https://:word@localhost/check",
      MOLLIE_API_KEY: live,
      MOLLIE_SETTLEMENTS_TOKEN: `access_${"t".repeat(30)}`,
      GENESIS_URL: `genesis://anna:word@emerchantpay.net?terminal=${"a1".repeat(20)}`,
      STORAGE_URL: "s3://key:word@localhost/photos",
      STORAGE_MOVE_FROM: "s3://key:word@localhost/older",
      INSTALLATIONS: `https://:rv_${"0".repeat(32)}_${"A".repeat(43)}@localhost`,
      TURN_SECRET: "relay ".repeat(6).trim(),
      SECRET: "a secret for tests only, long enough",
      VAPID_PRIVATE_KEY: vapid.VAPID_PRIVATE_KEY,
    };
    const named = Object.entries(values).map(([name, value]) => [`${name}_FILE`, file(name, `${value}\n`)]);
    expect(Object.keys(values).sort()).toEqual([...secretVariables].sort());
    const { VAPID_PRIVATE_KEY: _, ...others } = values;
    const fromFiles = Object.fromEntries(named.filter(([name]) => name !== "VAPID_PRIVATE_KEY_FILE"));
    const more = { TURN_URLS: "turn:localhost" };
    expect(readConfig({ ...fromFiles, ...more })).toEqual(readConfig({ ...others, ...more }));
    // the pair is invented: the problem shows that the file was read
    expect(problemsOf({ ...vapid, VAPID_PRIVATE_KEY: "", VAPID_PRIVATE_KEY_FILE: file("vapid", "y\n") })).toEqual([
      "VAPID_PRIVATE_KEY does not belong to VAPID_PUBLIC_KEY",
    ]);
  });

  test("that is missing, empty, a folder, endless or also given directly is one clear line, without its text", () => {
    mkdirSync(join(folder, "directory"));
    const problems = problemsOf({
      ...production,
      SECRET_FILE: file("twice", "the other secret"),
      REDIS_URL_FILE: join(folder, "missing"),
      PICTURE_CHECK_URL_FILE: file("empty", " \n"),
      MAIL_FEEDBACK_SECRET_FILE: join(folder, "directory"),
      STORAGE_URL_FILE: file("long", "x".repeat(20_000)),
    });
    expect(problems).toEqual([
      expect.stringMatching(/^REDIS_URL_FILE: .*missing can't be read \(ENOENT\)$/),
      expect.stringMatching(/^MAIL_FEEDBACK_SECRET_FILE: .* can't be read \(EISDIR\)$/),
      expect.stringMatching(/^PICTURE_CHECK_URL_FILE: .*empty holds no secret$/),
      expect.stringMatching(/^STORAGE_URL_FILE: .*long holds no secret$/),
      "SECRET_FILE and SECRET are both set: leave one of them unset",
    ]);
    expect(problems.join()).not.toContain("the other secret");
  });

  test("R13.03 of a payment provider may be empty: the installation has not this one", () => {
    const none = { MOLLIE_API_KEY_FILE: file("no-mollie", "\n"), MOLLIE_SETTLEMENTS_TOKEN_FILE: file("no-token", "") };
    const genesis = `genesis://anna:word@emerchantpay.net?terminal=${"a1".repeat(20)}`;
    const config = readConfig({ ...production, ...none, GENESIS_URL_FILE: file("genesis", `${genesis}\n`) });
    expect([config.mollie, config.genesis?.domain]).toEqual([undefined, "emerchantpay.net"]);
    const neither = {
      ...production,
      ...none,
      GENESIS_URL_FILE: file("no-genesis", ""),
      ALLOW_IN_PRODUCTION: undefined,
    };
    expect(problemsOf(neither).join()).toContain("set MOLLIE_API_KEY or GENESIS_URL");
  });

  test("is checked like the variable, and the problem names the variable", () => {
    expect(problemsOf({ ...production, MOLLIE_API_KEY_FILE: file("short", "live_short") })).toEqual([
      expect.stringMatching(/^MOLLIE_API_KEY must be an API key/),
    ]);
  });
});

describe("D12.1 D12.2 the store of files", () => {
  const store = "s3://key:word@localhost/photos";
  test("is a folder unless STORAGE_URL names another one", () => {
    expect(readConfig({ ...production, MOLLIE_API_KEY: live }).storage).toBeUndefined();
    expect(readConfig({ ...production, MOLLIE_API_KEY: live, STORAGE_URL: store }).storage).toMatchObject({
      bucket: "photos",
    });
  });

  test.each([
    [{ STORAGE_URL: "s3://localhost/photos:word" }, "STORAGE_URL must be like s3://"],
    [{ STORAGE_URL: store, STORAGE_MOVE_FROM: "elsewhere" }, "STORAGE_MOVE_FROM must be local, or"],
    [{ STORAGE_MOVE_FROM: "local" }, "STORAGE_MOVE_FROM is local, and so is the store"],
    [{ STORAGE_URL: store, STORAGE_MOVE_FROM: store }, "STORAGE_MOVE_FROM is the same store as STORAGE_URL"],
  ])("%j is refused without its secret", (env, problem) => {
    const problems = problemsOf({ ...production, MOLLIE_API_KEY: live, ...env });
    expect(problems).toEqual([expect.stringContaining(problem)]);
    expect(problems.join()).not.toContain("word");
  });
});

describe("D12.2 every wrong variable is a line that says what is allowed", () => {
  test.each([
    [
      { PORT: "abc", TRUST_PROXY: "10" },
      ["PORT must be a whole number from 0 to 65535", "TRUST_PROXY must be a whole number from 0 to 9"],
    ],
    [{ PORT: "80000" }, ["PORT must be a whole number from 0 to 65535"]],
    [{ PORT: "3000.5" }, ["PORT must be a whole number from 0 to 65535"]],
    [
      { HEALTH_PORT: "0", DRAIN_DELAY: "-1" },
      ["DRAIN_DELAY must be a whole number from 0 to 60", "HEALTH_PORT must be a whole number from 1 to 65535"],
    ],
    [{ DATABASE_POOL: "many" }, ["DATABASE_POOL must be a whole number from 2 to 200"]],
  ])("%j", (env, lines) => {
    expect(problemsOf({ ...production, MOLLIE_API_KEY: live, ...env })).toEqual(expect.arrayContaining(lines));
    expect(problemsOf({ ...production, MOLLIE_API_KEY: live, ...env })).toHaveLength(lines.length);
  });

  test("a DATA_DIR that can't be a folder, among the others", () => {
    const file = join(tmpdir(), `no-folder-${process.pid}`);
    writeFileSync(file, "");
    for (const folder of [file, join(file, "below"), "/proc/nothing", "/proc/nothing/below"]) {
      expect(problemsOf({ NODE_ENV: "development", DATA_DIR: folder, STORAGE_MOVE_FROM: "local" })).toEqual([
        expect.stringMatching(/^STORAGE_MOVE_FROM /),
        expect.stringMatching(new RegExp(`^DATA_DIR: ${folder} can't be used as a folder \\((?:ENOENT|ENOTDIR)\\)`)),
      ]);
    }
    rmSync(file);
  });
});

test("D2.2 D12.2 CDN_HOSTS lists origins, separated by commas; without it no site loads photos from elsewhere", () => {
  const env = { ...production, MOLLIE_API_KEY: live };
  expect(readConfig(env).cdnHosts).toEqual([]);
  const hosts = ["https://cdn.example", "http://localhost:8080"];
  expect(readConfig({ ...env, CDN_HOSTS: hosts.join(", ") }).cdnHosts).toEqual(hosts);
  for (const wrong of ["cdn.example", "https://cdn.example/", "https://cdn.example;x", "*"]) {
    expect(problemsOf({ ...env, CDN_HOSTS: wrong })).toEqual(["CDN_HOSTS must be like https://cdn.example.org"]);
  }
});
