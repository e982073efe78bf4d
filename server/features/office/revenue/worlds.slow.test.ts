import { test } from "#server/test.ts";
import { compareWorlds } from "./test-compare.ts";

test("R13.01 revenue by source is to the cent what the books say, in 1,000 worlds of chance", {
  timeout: 900_000,
}, async ({ services }) => {
  await compareWorlds(services, 1_000);
});
