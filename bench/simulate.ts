/** Predicts how long a town's requests wait. Usage: npm run simulate [-- --members 10000000] */
import { parseArgs } from "node:util";
import { checkTable, townTable } from "./predict.ts";

const { values } = parseArgs({ options: { members: { type: "string", default: "10000000" } } });
const members = Number(values.members);
if (!Number.isInteger(members) || members < 1000 || members > 100_000_000) {
  console.error("npm run simulate -- --members 10000000: between 1,000 and 100,000,000.");
  process.exit(1);
}
console.log(`${townTable(members)}\n\nThe simulation beside what npm run bench measured:\n\n${checkTable()}`);
