import type { FullConfig, Reporter, Suite, TestCase } from "@playwright/test/reporter";

/** Lists at the end the journeys that passed only on the second try: each of them has a race. */
export default class SecondTries implements Reporter {
  private all: Suite | undefined;

  onBegin(_: FullConfig, all: Suite): void {
    this.all = all;
  }

  onEnd(): void {
    const again = this.all?.allTests().filter((test) => test.outcome() === "flaky") ?? [];
    for (const test of again) console.log(`needed a second try, which is a bug to mend: ${name(test)}`);
  }
}

const name = (test: TestCase) => test.titlePath().filter(Boolean).join(" › ");
