import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import { serverUrlVariable } from "#server/db/test-database.ts";
import { runSql } from "#server/db/test-replica.ts";
import { faults, shuffle } from "./faults.ts";
import { longestGap } from "./load.ts";
import { moveTable } from "./move-table.ts";
import { drillTable, type Round } from "./report.ts";

test("D12.3 a seed gives the same order again, with each fault in each round", () => {
  const orderOf = (seed: string) => shuffle(faults, 20, seed).map(({ name }) => name);
  expect(orderOf("7")).toEqual(orderOf("7"));
  expect(orderOf("8")).not.toEqual(orderOf("7"));
  for (let round = 0; round < 20; round += 1) {
    const names = orderOf("7").slice(round * faults.length, (round + 1) * faults.length);
    expect(names.sort()).toEqual(faults.map(({ name }) => name).sort());
  }
});

test("D12.3 the time without an answer counts from the fault, and to the end of the round", () => {
  expect(longestGap([900, 1_500, 4_000, 4_200], 1_000, 5_000)).toBe(2.5);
  expect(longestGap([], 1_000, 5_000)).toBe(4);
  expect(longestGap([4_900, 1_100], 1_000, 5_000)).toBe(3.8);
});

test("D12.3 the table adds up the rounds of a fault, and has its median and worst times", () => {
  const round = (writesBack: number, others: Record<string, number>): Round => ({
    fault: "a fault",
    acknowledged: 10,
    lost: 0,
    wrong: [],
    doubled: 0,
    wrongWallets: 0,
    overlaps: 0,
    refused: 2,
    readsBack: 1,
    streamsBack: 0,
    healed: 3,
    took: 40,
    places: {},
    writesBack,
    others,
  });
  const [, , line] = drillTable([round(1, {}), round(9, { "500": 1 }), round(3, { "500": 2 })]).split("\n");
  expect(line).toBe("| a fault | 3 | 30 | 0 | 0 | 0 | 0 | 3.0 / 9.0 | 1.0 / 1.0 | 0.0 / 0.0 | 6 | 3 × 500 |");
});

test("D12.3 the table of two installations has a line for each part, with every answer that is no success", () => {
  const part = { what: "calm", who: "all sites", seconds: 20.04, acknowledged: 9, writes: 6.55, reads: 3, refused: 1 };
  const [, , one, other] = moveTable([
    { ...part, others: {} },
    { ...part, others: { "500": 2, "no answer": 3 } },
  ]).split("\n");
  expect(one).toBe("| calm | all sites | 20.0 | 9 | 6.5 | 3.0 | 1 | none |");
  expect(other).toContain("| 2 × 500, 3 × no answer |");
});

test.skipIf(process.getuid?.() !== 0)("D12.3 the substitute for pg_controldata says what PostgreSQL says", async () => {
  const url = process.env[serverUrlVariable] ?? "";
  const [facts] = await runSql(
    url,
    `select current_setting('data_directory') as folder, system_identifier::text as id, timeline_id::text as timeline,
      data_page_checksum_version::text as checksums, current_setting('max_connections') as connections
    from pg_control_system(), pg_control_checkpoint(), pg_control_init()`,
  );
  const drillFacts = z.record(z.string(), z.string()).parse(facts);
  const script = join(import.meta.dirname, "substitutes/pg-controldata.ts");
  const output = execFileSync(process.execPath, [script, drillFacts.folder ?? ""], { encoding: "utf8" });
  const lineOf = (name: string) => new RegExp(`^${name}: +(.*)$`, "m").exec(output)?.[1];
  expect({
    id: lineOf("Database system identifier"),
    timeline: lineOf("Latest checkpoint's TimeLineID"),
    checksums: lineOf("Data page checksum version"),
    connections: lineOf("max_connections setting"),
    state: lineOf("Database cluster state"),
  }).toEqual({
    id: drillFacts.id,
    timeline: drillFacts.timeline,
    checksums: drillFacts.checksums,
    connections: drillFacts.connections,
    state: "in production",
  });
});
