import type { Db } from "#server/db/pool.ts";
import { isAutomatic } from "./store.ts";

/** Whether a program answers for a member (D11.1); false where there is no such member. */
export async function isAnsweredByProgram(db: Db, memberId: string): Promise<boolean> {
  return await isAutomatic(db, memberId);
}
