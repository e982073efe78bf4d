import { expect, test } from "vitest";
import { ConfigError, readConfig } from "./config.ts";
import { readGenesisUrl } from "./service-urls.ts";

const token = "a1".repeat(20);

test("R13.03 GENESIS_URL holds login, gateway, terminals and wallets of the contract", () => {
  const other = "b2".repeat(20);
  const query = `terminal=${token}&terminal=${other}&wallet=google_pay&wallet=apple_pay&wallet=google_pay`;
  expect(readGenesisUrl(`genesis://user:p%40ss@staging.e-comprocessing.net?${query}`)).toEqual({
    ...{ domain: "e-comprocessing.net", environment: "staging", username: "user", password: "p@ss" },
    ...{ terminals: [token, other], wallets: ["apple_pay", "google_pay"] },
  });
});

test.each([
  `https://user:word@emerchantpay.net?terminal=${token}`,
  `genesis://user@emerchantpay.net?terminal=${token}`,
  `genesis://user:word@emerchantpay.net.example?terminal=${token}`,
  `genesis://user:word@live.emerchantpay.net?terminal=${token}`,
  "genesis://user:word@emerchantpay.net",
  "genesis://user:word@emerchantpay.net?terminal=../process",
  `genesis://user:word@emerchantpay.net?terminal=${token}&wallet=other`,
  "nonsense",
])("R13.03 the start refuses GENESIS_URL=%s without printing it", (text) => {
  const make = () =>
    readConfig({ NODE_ENV: "test", SECRET: "a secret for tests only, long enough", GENESIS_URL: text });
  expect(make).toThrow(ConfigError);
  expect(make).toThrow(/^GENESIS_URL must be like genesis:\/\/USER:PASSWORD@/);
});

test("R13.03 production starts with either provider, or both, and takes no staging gateway for one that moves money", () => {
  const production = {
    ...{ NODE_ENV: "production", SECRET: "a secret for tests only, long enough", DATABASE_URL: "postgres://db/town" },
    ...{ SMTP_URL: "smtp://mail.example.org", DATA_DIR: "/var/lib/town" },
  };
  const genesis = `genesis://user:word@emerchantpay.net?terminal=${token}`;
  const both = readConfig({ ...production, GENESIS_URL: genesis, MOLLIE_API_KEY: `live_${"a".repeat(30)}` });
  expect([both.genesis?.domain, both.mollie?.key.slice(0, 5)]).toEqual(["emerchantpay.net", "live_"]);
  expect(readConfig({ ...production, GENESIS_URL: genesis }).mollie).toBeUndefined();
  const staging = { ...production, GENESIS_URL: genesis.replace("@", "@staging.") };
  expect(() => readConfig(staging)).toThrow("GENESIS_URL is of a staging gateway");
});
