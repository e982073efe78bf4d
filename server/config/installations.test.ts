import { expect, test } from "vitest";
import { ConfigError, readConfig } from "./config.ts";
import { readInstallations } from "./service-urls.ts";

const key = `rv_${"0".repeat(32)}_${"A".repeat(43)}`;

test("D12.2 INSTALLATIONS holds the address and the key of each, and no name twice", () => {
  expect(readInstallations(`https://:${key}@north.example.org, http://:${key}@10.0.0.7:3000/`)).toEqual([
    { name: "north.example.org", origin: "https://north.example.org", key },
    { name: "10.0.0.7:3000", origin: "http://10.0.0.7:3000", key },
  ]);
});

test.each([
  "https://north.example.org",
  `https://north:${key}@north.example.org`,
  `https://:${key}x@north.example.org`,
  `https://:${key}@north.example.org/staff`,
  `https://:${key}@north.example.org?to=south`,
  `ftp://:${key}@north.example.org`,
  `https://:${key}@north.example.org,`,
  `https://:${key}@north.example.org,https://:${key}@north.example.org`,
  "nonsense",
])("D12.2 the start refuses INSTALLATIONS=%s without printing it", (text) => {
  const make = () =>
    readConfig({ NODE_ENV: "test", SECRET: "a secret for tests only, long enough", INSTALLATIONS: text });
  expect(make).toThrow(ConfigError);
  expect(make).toThrow(/^INSTALLATIONS must be like https:\/\/:rv_KEY@[^0]*$/);
});
