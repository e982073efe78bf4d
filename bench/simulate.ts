/**
 * Predicts how long a town's requests wait, or what the promise of an answer costs.
 * Usage: npm run simulate [-- --members 10000000 | --first-messages 10000]
 */
import { parseArgs } from "node:util";
import { checkTable, townTable } from "./predict.ts";
import { promiseTable } from "./promise.ts";

const { values } = parseArgs({
  options: { members: { type: "string", default: "10000000" }, "first-messages": { type: "string" } },
});
if (values["first-messages"] !== undefined) {
  const messages = Number(values["first-messages"]);
  if (!Number.isInteger(messages) || messages < 1) {
    console.error("npm run simulate -- --first-messages 10000: how many members send in a month.");
    process.exit(1);
  }
  console.log(`A month of ${messages} first messages at 1 credit, in credits:\n\n${promiseTable(messages)}`);
  process.exit(0);
}
const members = Number(values.members);
if (!Number.isInteger(members) || members < 1000 || members > 100_000_000) {
  console.error("npm run simulate -- --members 10000000: between 1,000 and 100,000,000.");
  process.exit(1);
}
console.log(`${townTable(members)}\n\nThe simulation beside what npm run bench measured:\n\n${checkTable()}`);
