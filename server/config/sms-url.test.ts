import { expect, test } from "vitest";
import { ConfigError, readConfig } from "./config.ts";
import { readSmsUrl } from "./service-urls.ts";

test("D12.2 SMS_URL holds login, sender and host of the gateway", () => {
  const account = { sid: "AC0", token: "s@t", from: "+31612345678", baseUrl: "https://api.twilio.com" };
  expect(readSmsUrl("twilio://AC0:s%40t@api.twilio.com?from=+31612345678")).toEqual(account);
  expect(readSmsUrl("twilio://AC0:s%40t@api.twilio.com?from=%2B31612345678")).toEqual(account);
  expect(readSmsUrl("twilio://AC0:s%40t@api.twilio.com?from=Rendezvous")?.from).toBe("Rendezvous");
});

test.each([
  "https://AC0:token@api.twilio.com?from=+31612345678",
  "twilio://AC0@api.twilio.com?from=+31612345678",
  "twilio://api.twilio.com?from=+31612345678",
  "twilio://AC0:token@api.twilio.com",
  "twilio://AC0:%E0%A4%A@api.twilio.com?from=+31612345678",
  "nonsense",
])("D12.2 the start refuses SMS_URL=%s without printing it", (text) => {
  const make = () => readConfig({ NODE_ENV: "test", SECRET: "a secret for tests only, long enough", SMS_URL: text });
  expect(make).toThrow(ConfigError);
  expect(make).toThrow(/^SMS_URL must be like twilio:\/\/SID:TOKEN@/);
});
