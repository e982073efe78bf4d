import { createHmac } from "node:crypto";
import { type FoundMember, membersFound } from "#contract/staff-members.ts";
import { isUuid } from "#contract/uuid.ts";
import { keyFor } from "#server/config/config.ts";
import type { Db } from "#server/db/pool.ts";
import { canonicalAddress, nameKey } from "#server/features/auth/index.ts";
import { maskPhone } from "#server/features/direct-debit/index.ts";
import { parseNumber } from "#server/features/receipts/index.ts";
import { findMatchingMembers } from "./find-store.ts";

/** Fewer digits are no phone number. */
const shortestPhone = 7;

/** The forms in which a phone number may be stored: in full while codes go to it, masked later. */
function phonesOf(text: string): string[] {
  const digits = text.replace(/[\s()./-]/g, "").replace(/^00/, "+");
  if (!/^\+?\d+$/.test(digits) || digits.length < shortestPhone) return [];
  const full = digits.startsWith("+") ? digits : `+${digits}`;
  return [full, maskPhone(full)];
}

/** Finds members by whatever staff have of them: an id, a name or its beginning, an address, a number. */
export async function findMembers(db: Db, text: string): Promise<FoundMember[]> {
  const rows = await findMatchingMembers(
    db,
    {
      uuid: isUuid(text) ? text : null,
      receipt: parseNumber(text),
      email: canonicalAddress(text),
      nameKey: nameKey(text),
      phones: phonesOf(text),
      typed: text,
    },
    membersFound,
  );
  return rows.map((row) => ({ ...row, created_at: row.created_at.toISOString() }));
}

/** What staff searched for, for the audit log: the same text has the same hash, which tells nothing without the key. */
export function hashSearch(secret: string, text: string): string {
  const normal = text.normalize("NFKC").trim().toLowerCase();
  return createHmac("sha256", keyFor(secret, "staff-search")).update(normal).digest("hex").slice(0, 16);
}
