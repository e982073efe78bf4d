import { execFile } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { promisify } from "node:util";
import { expect } from "@playwright/test";
import { createScratchFolder } from "#server/db/system-user.ts";
import { freePort } from "./relay.ts";
import { startProduct } from "./start-product.ts";
import { test } from "./test.ts";

const run = promisify(execFile);

// a product of its own: the trial decides all that waits in the demo world first
test(
  "a moderator's trial is planted: what waits is what its key explains, and the sheet is printed",
  {
    tag: "@one-width",
  },
  async ({ browserName: _ }, testInfo) => {
    const folder = createScratchFolder();
    const { address, data, end } = await startProduct(folder, { PORT: String(await freePort()), DEMO_PHOTOS: "few" });
    const keyFile = testInfo.outputPath("key.md");
    const env = { ...process.env, TEST_PARALLEL_INDEX: "0", E2E_WORLDS: JSON.stringify([{ address, data }]) };
    try {
      // fails unless each queue has as many items as cases were planted in it
      const { stdout } = await run(process.execPath, ["e2e/plant-trial.ts", keyFile], { env });
      expect(stdout).toContain(address);
      expect(readFileSync(keyFile, "utf8")).toContain("Uphold the appeal");
    } finally {
      await end();
      rmSync(folder, { recursive: true, force: true });
    }
  },
);
