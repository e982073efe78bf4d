import { stripVTControlCharacters } from "node:util";
import type { FullConfig, Reporter, Suite } from "@playwright/test/reporter";
import { noteTest } from "#scripts/test-notes.ts";

const noted = { unexpected: "failed", flaky: "second-tries" } as const;

/** Notes at the end the journeys that failed, or passed only on the second try: each of these has a race. */
export default class NoteTests implements Reporter {
  private all: Suite | undefined;

  onBegin(_: FullConfig, all: Suite): void {
    this.all = all;
  }

  onEnd(): void {
    for (const test of this.all?.allTests() ?? []) {
      const outcome = test.outcome();
      if (outcome === "expected" || outcome === "skipped") continue;
      const firstError = test.results[0]?.error?.message ?? "";
      noteTest(noted[outcome], test.titlePath().filter(Boolean).join(" › "), stripVTControlCharacters(firstError));
    }
  }
}
