/**
 * Fills the back office of a running demo product with cases for a moderator who has not seen it, prints their sheet,
 * and writes the key into a file. See docs/testing.md. Usage:
 * PORT=… DATA_DIR=… npm run test:trial -- <file for the key>
 */
import { writeFile } from "node:fs/promises";
import { expect } from "@playwright/test";
import { send } from "./member.ts";
import { countWaiting, logInModerator, newColleague, settleDemo } from "./trial/colleague.ts";
import { newCast } from "./trial/people.ts";
import { plantAppeals, plantMistake } from "./trial/plant-appeals.ts";
import { plantComplaints, plantPayments, plantWithdrawals } from "./trial/plant-money.ts";
import { plantPhotos, plantSelfies, plantTexts } from "./trial/plant-profiles.ts";
import { plantReports, plantReview } from "./trial/plant-reports.ts";
import { writeKey, writeSheet } from "./trial/sheet.ts";

const [keyFile] = process.argv.slice(2);
if (keyFile === undefined) throw new Error("Name the file for the key: npm run test:trial -- /tmp/key.md");

const colleague = await newColleague();
await settleDemo(colleague);
const cast = await newCast(colleague);
const cases = [
  ...(await plantAppeals(cast, colleague)),
  ...(await plantPhotos(cast)),
  ...(await plantReports(cast, colleague)),
  ...(await plantSelfies(cast)),
  ...(await plantTexts(cast)),
  ...(await plantReview(cast, colleague)),
  ...(await plantComplaints(cast, colleague)),
  ...(await plantWithdrawals(cast, colleague)),
  ...(await plantMistake(cast, colleague)),
  ...(await plantPayments(cast, colleague)),
];

// what waits is what the key explains: no case is missing, and none of the demo's is left
const planted = Object.fromEntries(
  [...Map.groupBy(cases, ({ queue }) => queue ?? "")]
    .filter(([queue]) => queue !== "")
    .map(([queue, items]) => [queue, items.length]),
);
const moderator = await logInModerator();
expect(await countWaiting(moderator)).toEqual(planted);
await send(moderator, "DELETE", "/api/staff.php", {});

await writeFile(keyFile, writeKey(cases));
console.log(writeSheet(cases));
