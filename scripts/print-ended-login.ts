import type { Db } from "#server/db/pool.ts";
import { findEndedDemoLogin } from "#server/features/office/index.ts";
import type { Print } from "./run-command.ts";

/** Says so if the demo's staff login has ended, and how to get another one. */
export async function printEndedLogin(db: Db, print: Print): Promise<void> {
  const email = await findEndedDemoLogin(db);
  if (email === undefined) return;
  print(`${email} can't log in any more: its password is public, and a site is none of the demo's.`);
  print('A login of your own: npm run staff -- add <e-mail> "<name>" admin');
}
