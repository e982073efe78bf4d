import { addPhoto } from "#server/features/profiles/index.ts";
import { siteAndCompany } from "#server/features/sites/index.ts";
import type { Services } from "#server/services.ts";
import { addFictional } from "./fictional.ts";
import { drawFictional } from "./photos.ts";

type Given = Pick<Services, "config" | "db" | "files" | "clock" | "random" | "jobs">;

/**
 * Adds fictional profiles, with their photos, until a site has `count` of them. Returns how many it added. A run that
 * was killed is finished by the next one.
 */
export async function fillFictional(services: Given, siteId: number, count: number): Promise<number> {
  const { db, clock } = services;
  const now = clock.now();
  const { site } = await siteAndCompany(db, siteId);
  const added = await addFictional(db, site, count, now);
  await drawFictional({ db, now, addPhoto: (photo) => addPhoto(services, photo), log: () => undefined }, siteId);
  return added;
}
