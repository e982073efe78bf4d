import { appendFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Notes a test that failed, or passed at its second try only. `npm test` prints the notes at its end, below everything
 * else; a run of some tests prints second tries at once, and its runner the failures.
 */
export function noteTest(what: "failed" | "second-tries", test: string, error = ""): void {
  const note = [test, ...error.split("\n").slice(0, 8)].join("\n  ");
  if (process.env.TEST_NOTES) appendFileSync(join(process.env.TEST_NOTES, what), `${note}\n`);
  else if (what === "second-tries") console.log(`Needed a second try: ${note}`);
}
