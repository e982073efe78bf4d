import type { Call, SiteThing } from "#contract/call.ts";
import type { ErrorCode } from "#contract/errors.ts";
import { fail } from "./fail.ts";
import type { Staff } from "./handle.ts";
import type { Lookups } from "./lookups.ts";

/** The ids that a field of the input holds: one, several, or those of several objects. */
function idsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.flatMap(idsIn);
  return value !== null && typeof value === "object" && "id" in value ? idsIn(value.id) : [];
}

const unknownThing = {
  member: "profile_not_found",
  payment: "payment_not_found",
  report: "staff_item_gone",
  complaint: "staff_item_gone",
} as const satisfies Record<SiteThing, ErrorCode>;

/** The code with which a call answers an id of such a thing that does not exist. */
const unknownId = (call: Call, thing: SiteThing) =>
  [unknownThing[thing], "staff_item_gone" as const].find((code) => call.errors.includes(code)) ?? "not_found";

/** What the input of a limited staff member names has to be of their sites; else it does not exist for them. */
export async function assertOnSites(
  lookups: Lookups,
  call: Call,
  { sites }: Pick<Staff, "sites">,
  { query, body }: { query: unknown; body: unknown },
): Promise<void> {
  if (sites === null || typeof call.sites === "string") return;
  const input: Record<string, unknown> = { ...(query as object), ...(body as object) };
  for (const [field, thing] of Object.entries(call.sites)) {
    const ids = idsIn(input[field]);
    if (ids.length === 0 || !(await lookups.areOnSites(thing, ids, sites))) throw fail(unknownId(call, thing));
  }
}
