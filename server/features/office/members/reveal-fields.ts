import type { z } from "zod";
import type { StaffRole } from "#contract/constants.ts";
import { type revealFields as call, sensitiveRoles } from "#contract/staff-members.ts";
import { fail } from "#server/http/fail.ts";
import type { StaffContext } from "#server/http/handle.ts";
import type { Logged } from "../staff/audit.ts";
import { findSensitive } from "./file-store.ts";

/** Shows sensitive fields of a member; each is logged with the reason (D11.4). A field without a value is left out. */
export async function revealFields(
  { db, staff }: StaffContext,
  { id, fields, reason }: z.output<typeof call.body>,
): Promise<Logged<z.input<typeof call.answer>>> {
  const isAllowed = (field: (typeof fields)[number]) =>
    (sensitiveRoles[field] as readonly StaffRole[]).includes(staff.role);
  if (!fields.every(isAllowed)) throw fail("staff_role_missing");
  const found = await findSensitive(db, id);
  if (!found) throw fail("profile_not_found");
  const asked = [...new Set(fields)];
  const shown = asked.flatMap((field) => (found[field] === null ? [] : [[field, found[field]]]));
  const log = asked.map((field) => ({ action: "field_revealed", memberId: id, subject: `field:${field}`, reason }));
  return { answer: { fields: Object.fromEntries(shown) }, log };
}
