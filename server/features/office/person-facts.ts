import type { z } from "zod";
import type { Person, queuedPhoto } from "#contract/office.ts";

type Named = { member_id: string | null; name: string | null; fictional: boolean | null };

/** A member as a queue names them; null: there is none, or their account is erased. */
export const toPerson = ({ member_id: id, name, fictional }: Named): Person | null =>
  id === null ? null : { id, name: name ?? "", fictional: fictional === true };

/** What tells staff who a member is, as a row has it. */
export type FactsRow = { joined: Date; town: string | null; country: string; verified_at: Date | null };

export const toPersonFacts = (row: FactsRow): z.input<typeof queuedPhoto>["facts"] => ({
  joined: row.joined.toISOString(),
  town: row.town,
  country: row.country,
  verified: row.verified_at !== null,
});
