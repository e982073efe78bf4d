import { z } from "zod";
import type { Language } from "#contract/constants.ts";
import { inTransaction } from "#server/db/transaction.ts";
import { formatTime, mailOwner } from "#server/features/mails/index.ts";
import { photoFolder } from "#server/features/photos/index.ts";
import { siteAndCompany } from "#server/features/sites/index.ts";
import { languageOf } from "#server/http/language.ts";
import { defineJob } from "#server/jobs/jobs.ts";
import type { Services } from "#server/services.ts";
import { type CollectedData, collectData } from "./collect-data.ts";
import { findWaiting, markReady } from "./download-store.ts";
import { downloadFolder, downloadFolders, downloadLife } from "./rules.ts";
import { type ArchiveFile, writeArchive } from "./write-archive.ts";
import { writeReadme } from "./write-readme.ts";

type Waiting = NonNullable<Awaited<ReturnType<typeof findWaiting>>>;

/**
 * Builds the archive of everything held about a member, and tells them by mail (D3.9). Done again it changes nothing;
 * a wish that was given up meanwhile, or whose account was deleted, leaves no file.
 */
export const prepareDownload = defineJob({
  name: "prepare-download",
  data: z.object({ id: z.uuid() }),
  expireInSeconds: 600,
  // of a killed process another one takes over within a minute, not after ten
  heartbeatSeconds: 30,
  async run(services, { id }) {
    const wish = await findWaiting(services.db, id);
    if (!wish) return;
    const { files, clock } = services;
    const owner = { siteId: wish.site_id, memberId: wish.member_id };
    const language = languageOf(wish.language);
    const archive = await writeArchive(await archiveOf(services, wish, language), clock.now());
    // what an earlier wish left
    await files.remove(downloadFolders(owner));
    const folder = downloadFolder({ ...owner, id });
    await files.put(`${folder}data.zip`, archive, "application/zip");
    if (!(await tell(services, wish, language, archive.byteLength))) await files.remove(folder);
  },
});

async function archiveOf(services: Services, wish: Waiting, language: Language): Promise<ArchiveFile[]> {
  const { db, clock, texts } = services;
  const { site } = await siteAndCompany(db, wish.site_id);
  const made = clock.now();
  const data = await db
    .transaction()
    .setIsolationLevel("repeatable read")
    .execute((trx) => collectData(trx, { memberId: wish.member_id, siteId: wish.site_id }, services.memberData));
  const photos = await photosOf(services, wish, data);
  const whole = { site: site.settings.name, made_at: made.toISOString(), ...data };
  const about = { site: site.settings.name, email: site.settings.support_email, name: wish.name, made };
  return [
    { name: "README.txt", content: writeReadme(texts, language, about, Object.keys(data)) },
    { name: "data.json", content: `${JSON.stringify(whole, null, 2)}\n` },
    ...photos,
  ];
}

/** The photos as large as they are kept; notes in `data` which file is which. */
async function photosOf({ files }: Services, wish: Waiting, data: CollectedData): Promise<ArchiveFile[]> {
  const found: ArchiveFile[] = [];
  for (const photo of Array.isArray(data.photos) ? data.photos : []) {
    const folder = photoFolder({ siteId: wish.site_id, memberId: wish.member_id, id: String(photo.id) });
    const content = await files.get(`${folder}full.jpg`);
    const name = `photos/${String(photo.id)}.jpg`;
    photo.file = content ? name : null;
    if (content) found.push({ name, content });
  }
  return found;
}

async function tell(services: Services, wish: Waiting, language: Language, bytes: number): Promise<boolean> {
  const now = services.clock.now();
  const until = new Date(now.getTime() + downloadLife);
  return await inTransaction(services.db, async (db) => {
    if (!(await markReady(db, wish.id, { now, until, bytes }))) return false;
    const owner = { ...wish, id: wish.member_id };
    const from = { db, services, site: { id: wish.site_id }, origin: wish.origin };
    const path = "/notifications#my-data";
    await mailOwner(from, owner, { kind: "download_ready", path, until: formatTime(language, until) });
    return true;
  });
}
