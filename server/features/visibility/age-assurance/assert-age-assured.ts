import type { Db } from "#server/db/pool.ts";
import { type Failure, fail } from "#server/http/fail.ts";
import type { Site } from "#server/site.ts";
import { isAssured } from "./store.ts";

/** Whether the site asks its members for a proof of age before they see others, write or add photos. */
export const requiresAgeProof = ({ settings }: Pick<Site, "settings">) => settings.age_assurance === "required";

/** It costs nothing on sites that do not ask for a proof of age. */
export async function lacksAgeProof(db: Db, site: Pick<Site, "settings">, memberId: string): Promise<boolean> {
  return requiresAgeProof(site) && !(await isAssured(db, memberId));
}

export async function ageError(db: Db, site: Pick<Site, "settings">, memberId: string): Promise<Failure | undefined> {
  return (await lacksAgeProof(db, site, memberId)) ? fail("age_check_required") : undefined;
}

/** Pages and clear photos: where a site asks for a proof of age, no visitor, and members with it (DSA, Article 28). */
export async function maySeeMembers(
  db: Db,
  site: Pick<Site, "settings">,
  viewer: { memberId: string } | null,
): Promise<boolean> {
  return !requiresAgeProof(site) || (viewer !== null && (await isAssured(db, viewer.memberId)));
}

export async function assertAgeAssured(db: Db, site: Pick<Site, "settings">, memberId: string): Promise<void> {
  const error = await ageError(db, site, memberId);
  if (error) throw error;
}
