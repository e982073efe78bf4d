import { z } from "zod";
import type { StaffContext } from "#server/http/handle.ts";
import { findProposalsOfSite } from "../proposals/store.ts";

const proposed = z.object({ changes: z.array(z.object({ name: z.string() })) });

/** Names of the values of a site whose change waits for a second person. */
export async function findProposedValues({ db, now }: StaffContext, siteId: number): Promise<string[]> {
  const rows = await findProposalsOfSite(db, siteId, ["site"], now);
  return [...new Set(rows.flatMap(({ change }) => proposed.parse(change).changes.map(({ name }) => name)))];
}
