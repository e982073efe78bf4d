import { appendFileSync } from "node:fs";

/** Notes a test that passed at its second try only. `npm test` prints the notes at its end, a single run at once. */
export function noteSecondTry(test: string, firstError = ""): void {
  const note = [test, ...firstError.split("\n").slice(0, 8)].join("\n  ");
  if (process.env.SECOND_TRIES) appendFileSync(process.env.SECOND_TRIES, `${note}\n`);
  else console.log(`Needed a second try: ${note}`);
}
