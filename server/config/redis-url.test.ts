import { expect, test } from "vitest";
import { readConfig } from "./config.ts";
import { readSentinelUrl } from "./service-urls.ts";

test("D12.2 the address of Sentinels names them, the master and both passwords", () => {
  expect(readSentinelUrl("redis+sentinel://:p%40ss@10.0.0.1,b.example:26380,[fd00::3]/rendezvous")).toEqual({
    name: "rendezvous",
    sentinels: [
      { host: "10.0.0.1", port: 26379 },
      { host: "b.example", port: 26380 },
      { host: "fd00::3", port: 26379 },
    ],
    password: "p@ss",
  });
  expect(readSentinelUrl("redis+sentinel://a/main?sentinel_password=w%26rd")).toEqual({
    name: "main",
    sentinels: [{ host: "a", port: 26379 }],
    sentinelPassword: "w&rd",
  });
});

test.each([
  "redis+sentinel://",
  "redis+sentinel://a",
  "redis+sentinel://a,/main",
  "redis+sentinel://a:b/main",
  "redis+sentinel://:%zz@a/main",
  "redis+sentinel://user:word@a/main",
])("D12.2 %s is refused at the start, with the form that is wanted", (url) => {
  expect(readSentinelUrl(url)).toBeUndefined();
  const env = { NODE_ENV: "test", SECRET: "a secret for tests only, long enough", DATABASE_URL: "postgres://a@b/c" };
  expect(() => readConfig({ ...env, REDIS_URL: url })).toThrow("REDIS_URL must be like redis+sentinel://");
});
