import { stripVTControlCharacters } from "node:util";
import type { FullConfig, Reporter, Suite } from "@playwright/test/reporter";
import { noteSecondTry } from "#scripts/second-tries.ts";

/** Notes at the end the journeys that passed only on the second try: each of them has a race. */
export default class SecondTries implements Reporter {
  private all: Suite | undefined;

  onBegin(_: FullConfig, all: Suite): void {
    this.all = all;
  }

  onEnd(): void {
    for (const test of this.all?.allTests().filter((test) => test.outcome() === "flaky") ?? []) {
      const firstError = test.results[0]?.error?.message ?? "";
      noteSecondTry(test.titlePath().filter(Boolean).join(" › "), stripVTControlCharacters(firstError));
    }
  }
}
