import { afterAll, beforeAll, expect, test } from "vitest";
import { testServices } from "#server/db/test-database.ts";
import { createVisitCounter, originOf, recordConversion } from "#server/features/advertising/index.ts";
import { completeSettings } from "#server/site-settings.ts";
import { runResults } from "./results-commands.ts";

const given = await testServices();
afterAll(given.close);
const { services, siteIds } = given;
const [siteId = 0] = siteIds;
const settings = completeSettings([{ key: "compared_landers", value: ["gallery"] }]);

/** Runs the command, and returns its output. */
async function run(...args: string[]): Promise<string[]> {
  const lines: string[] = [];
  const env = { DATABASE_URL: services.config.databaseUrl, NODE_ENV: "test", SECRET: services.config.secret };
  await runResults(args, env, (line) => lines.push(line));
  return lines;
}
const period = ["--site", "rendezvous", "--from", "2026-11-01", "--to", "2026-11-30"];

beforeAll(async () => {
  const now = services.clock.now();
  const counter = createVisitCounter(services);
  const origin = (variant: "a" | "b", network: string) =>
    originOf(settings, { lander: "gallery", variant, network }, "en");
  for (let count = 0; count < 2_000; count += 1) {
    counter.count(siteId, origin("a", '=HYPERLINK("https://evil.example")'), now);
    counter.count(siteId, origin("b", "adnet"), now);
  }
  await counter.flush();
  for (let count = 0; count < 160; count += 1) {
    const site = { id: siteId, settings };
    await recordConversion({ db: services.db, site, now }, { step: "signup", origin: origin("b", "adnet") });
    if (count % 2 === 0) {
      const signup = { step: "signup", origin: origin("a", '=HYPERLINK("https://evil.example")') } as const;
      await recordConversion({ db: services.db, site, now }, signup);
    }
  }
  for (const currency of ["EUR", "SEK"]) {
    const money = { amount: 995, currency };
    const purchase = { step: "purchase", origin: origin("b", "adnet"), money } as const;
    await recordConversion({ db: services.db, site: { id: siteId, settings }, now }, purchase);
  }
});

test("D10.2 npm run results prints each lander and variant with its interval, and the better variant", async () => {
  const lines = await run(...period);
  expect(lines[0]).toMatch(
    /^lander +variant +visits +signups +confirmations +purchases +signups per visit +95% interval/,
  );
  expect(lines[1]).toMatch(/^gallery +b +2000 +160 +0 +2 +8\.00% +6\.89% to 9\.27% +995 EUR, 995 SEK$/);
  expect(lines[2]).toMatch(/^gallery +a +2000 +80 +0 +0 +4\.00% +3\.23% to 4\.95%$/);
  expect(lines[4]).toMatch(/^gallery: b minus a 2\.\d\d% to 5\.\d\d% \(99% interval\): b is better$/);
});

test("D10.2 in the CSV no text from an address can run as a formula, and sums over rows are right", async () => {
  expect(await run(...period, "--by", "network", "--csv")).toEqual([
    "network,visits,signups,confirmations,purchases,rate_low,rate_high,currency,revenue_minor",
    "adnet,2000,160,0,2,0.068900,0.092711,EUR,995",
    "adnet,0,0,0,0,,,SEK,995",
    `"'=HYPERLINK(""https://evil.example"")",2000,80,0,0,0.032257,0.049507,,`,
  ]);
});

test("D10.2 results can be limited to a network, and to visits without one", async () => {
  const [, only, ...none] = await run(...period, "--by", "network", "--only", "network=adnet");
  expect(only).toMatch(/^adnet +2000 +160 /);
  expect(none).toEqual([]);
  const direct = await run(...period, "--by", "network", "--only", "network=", "--only", "lander=gallery");
  expect(direct).toEqual(["Nothing from 2026-11-01 to 2026-11-30."]);
  await expect(run(...period, "--only", "email=a")).rejects.toThrow('"email" is not one of day, lander');
});

test("D10.2 wrong options are refused with a line that says what is wrong", async () => {
  await expect(run()).rejects.toThrow("Say which site: --site, one of");
  await expect(run("--site", "nowhere")).rejects.toThrow('There is no site "nowhere"');
  await expect(run("--from", "2026-02-30")).rejects.toThrow('"2026-02-30" is not a day');
  await expect(run("--from", "2026-11-02", "--to", "2026-11-01")).rejects.toThrow("is after");
  await expect(run("--by", "email")).rejects.toThrow('"email" is not one of day, lander');
  await expect(run("--colour")).rejects.toThrow("npm run results");
  await expect(run("delete")).rejects.toThrow("npm run results");
  expect((await run("--help")).join()).toContain("postbacks");
  expect(await run("--site", "rendezvous", "--from", "2025-01-01", "--to", "2025-01-02")).toEqual([
    "Nothing from 2025-01-01 to 2025-01-02.",
  ]);
  expect(await run("postbacks", ...period)).toEqual(["No postbacks."]);
});
