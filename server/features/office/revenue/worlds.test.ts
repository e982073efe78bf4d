import { test } from "#server/test.ts";
import { compareWorlds } from "./test-compare.ts";

test("R13.01 revenue by source is what naive sums and the books say, in worlds of chance", {
  timeout: 120_000,
}, async ({ services }) => {
  await compareWorlds(services, 60);
});
