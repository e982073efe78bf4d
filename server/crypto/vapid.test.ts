import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import webPush from "web-push";
import { ConfigError, readConfig } from "#server/config/config.ts";
import { isKeyPair } from "./vapid.ts";

const folder = mkdtempSync(join(tmpdir(), "vapid-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function newPair() {
  const { publicKey, privateKey } = webPush.generateVAPIDKeys();
  return { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey };
}
const subject = { VAPID_SUBJECT: "mailto:push@example.org" };
const read = (env: Record<string, string>) =>
  readConfig({ NODE_ENV: "test", SECRET: "a secret for tests only, long enough", ...env }).vapid;
function problemsOf(env: Record<string, string>): string[] {
  try {
    read(env);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
}

test("D12.2 the keys of web push come from the environment, all three or none", () => {
  const pair = newPair();
  expect(read({ ...pair, ...subject })).toEqual({
    publicKey: pair.VAPID_PUBLIC_KEY,
    privateKey: pair.VAPID_PRIVATE_KEY,
    subject: "mailto:push@example.org",
  });
  expect(read({})).toBeUndefined();
  const together = ["VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY and VAPID_SUBJECT must be set together"];
  expect(problemsOf(pair)).toEqual(together);
  expect(problemsOf(subject)).toEqual(together);
});

test("D12.2 keys that do not belong together, and a subject without a scheme, are one line each", () => {
  const mixed = { VAPID_PUBLIC_KEY: newPair().VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY: newPair().VAPID_PRIVATE_KEY };
  expect(problemsOf({ ...mixed, ...subject })).toEqual(["VAPID_PRIVATE_KEY does not belong to VAPID_PUBLIC_KEY"]);
  expect(problemsOf({ ...newPair(), VAPID_SUBJECT: "somebody" })).toEqual([
    "VAPID_SUBJECT must begin with mailto: or https://",
  ]);
});

test("D12.1 in development the keys are created once, in a file that no other user can read", () => {
  const make = () => readConfig({ DATA_DIR: folder }).vapid;
  const first = make();
  expect(first && isKeyPair(first.publicKey, first.privateKey)).toBe(true);
  expect(make()).toEqual(first);
  expect(statSync(join(folder, "vapid.json")).mode & 0o077).toBe(0);
});
