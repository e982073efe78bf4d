import type { z } from "zod";
import type { queuedPhoto } from "#contract/office.ts";

/** What tells staff who a member is, as a row has it. */
export type FactsRow = { joined: Date; town: string | null; country: string; verified_at: Date | null };

export const toPersonFacts = (row: FactsRow): z.input<typeof queuedPhoto>["facts"] => ({
  joined: row.joined.toISOString(),
  town: row.town,
  country: row.country,
  verified: row.verified_at !== null,
});
