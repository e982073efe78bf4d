import { extname } from "node:path";
import { z } from "zod";
import type { Language } from "#contract/constants.ts";
import { settingPath } from "#contract/setting-sections.ts";
import { inSnapshot, inTransaction } from "#server/db/transaction.ts";
import { chatPhotoFolder } from "#server/features/chat/index.ts";
import { formatTime, mailOwner } from "#server/features/mails/index.ts";
import { type PhotoOf, photoFolder, pictureFile, pictureFolder, voiceKey } from "#server/features/profiles/index.ts";
import { siteAndCompany } from "#server/features/sites/index.ts";
import { languageOf } from "#server/http/language.ts";
import { defineJob } from "#server/jobs/jobs.ts";
import type { Row } from "#server/member-data.ts";
import type { Files } from "#server/ports/files/port.ts";
import type { Services } from "#server/services.ts";
import { type ArchiveFile, type CollectedData, collectData, writeArchive, writeReadme } from "./archive.ts";
import { findReady, findWaitingDownload, markReady } from "./download-store.ts";
import { type ArchiveOwner, archiveKey, downloadFolder, downloadFolders, downloadLife } from "./rules.ts";

type WaitingRequest = NonNullable<Awaited<ReturnType<typeof findWaitingDownload>>>;

/**
 * Builds the archive and sends a mail. Two runs may overlap because one counts as lost: a ready archive stays. If the
 * request is replaced or the account deleted in the meantime, no file is left.
 */
export const prepareDownload = defineJob({
  name: "prepare-download",
  data: z.object({ id: z.uuid() }),
  expireInSeconds: 600,
  async run(services, { id }) {
    const request = await findWaitingDownload(services.db, id);
    if (!request) return;
    const { files, clock } = services;
    const owner = { siteId: request.site_id, memberId: request.member_id };
    const language = languageOf(request.language);
    const folder = downloadFolder({ ...owner, id });
    let bytes = 0;
    const archive = writeArchive(archiveOf(services, request, language), clock.now(), (size) => {
      bytes = size;
    });
    await files.put(archiveKey({ ...owner, id }), archive, "application/zip");
    const others = await listOtherFolders(files, owner, folder);
    // read after the list: if this request was replaced, the newer one's archive may be in it
    const isWaiting = (await findWaitingDownload(services.db, id)) !== undefined;
    for (const other of isWaiting ? others : []) await files.remove(other);
    if (isWaiting && (await markReadyAndNotify(services, request, language, bytes))) return;
    // a run beside this one may have made the file ready, in the same place
    if (!(await findReady(services.db, { ...owner, id, now: clock.now() }))) await files.remove(folder);
  },
});

async function listOtherFolders(files: Files, owner: ArchiveOwner, folder: string): Promise<Set<string>> {
  const all = downloadFolders(owner);
  const others = new Set<string>();
  for await (const key of files.list(all)) {
    if (!key.startsWith(all)) break;
    if (!key.startsWith(folder)) others.add(key.slice(0, key.lastIndexOf("/") + 1));
  }
  return others;
}

type FilePart = {
  part: CollectedData[string] | undefined;
  id: string;
  keyOf(file: PhotoOf, row: Row): string | null;
  place: string;
};

/** A rejected one is kept for an appeal only, and given to no member; one that is deleted or replaced goes soon. */
const keyOfVoice: FilePart["keyOf"] = (voice, { status, media_type: type }) =>
  status === "active" || status === "inspection" ? voiceKey(voice, String(type)) : null;

/** `data.json` comes last, because it says which files there are. */
async function* archiveOf(
  services: Services,
  request: WaitingRequest,
  language: Language,
): AsyncGenerator<ArchiveFile> {
  const { db, clock, texts } = services;
  const { site } = await siteAndCompany(db, request.site_id);
  const madeAt = clock.now();
  const member = { memberId: request.member_id, siteId: request.site_id };
  const data = await inSnapshot(db, (trx) => collectData(trx, member, services.memberData));
  const about = { site: site.settings.name, email: site.settings.support_email, name: request.name, made: madeAt };
  yield { name: "README.txt", content: writeReadme(texts, language, about, Object.keys(data)) };
  yield* filesOf(services, request, data);
  const whole = { site: site.settings.name, made_at: madeAt.toISOString(), ...data };
  yield { name: "data.json", content: `${JSON.stringify(whole, null, 2)}\n` };
}

/** The photos in their largest stored size, and recordings, one open at a time; names each file in `data`. */
async function* filesOf(
  { files }: Services,
  request: WaitingRequest,
  data: CollectedData,
): AsyncGenerator<ArchiveFile> {
  const jpeg = (folder: string) => `${folder}full.jpg`;
  const parts: FilePart[] = [
    { part: data.photos, id: "id", keyOf: (photo) => jpeg(photoFolder(photo)), place: "photos" },
    { part: data.chat_photos, id: "id", keyOf: (photo) => jpeg(chatPhotoFolder(photo)), place: "photos/chats" },
    { part: data.voice_introductions, id: "id", keyOf: keyOfVoice, place: "voice" },
    { part: data.voice_messages, id: "id", keyOf: keyOfVoice, place: "voice" },
    {
      part: data.verifications,
      id: "picture_id",
      keyOf: (picture) => pictureFile(pictureFolder(picture)),
      place: "photos/checks",
    },
  ];
  for (const { part, id, keyOf, place } of parts) {
    for (const row of Array.isArray(part) ? part : []) {
      const owned = { siteId: request.site_id, memberId: request.member_id, id: String(row[id]) };
      const key = row[id] === null ? null : keyOf(owned, row);
      const file = key && (await files.open(key));
      const name = key && `${place}/${owned.id}${extname(key)}`;
      row.file = file ? name : null;
      if (file && name) yield { name, content: file.stream };
    }
  }
}

async function markReadyAndNotify(
  services: Services,
  request: WaitingRequest,
  language: Language,
  bytes: number,
): Promise<boolean> {
  const now = services.clock.now();
  const until = new Date(now.getTime() + downloadLife);
  return await inTransaction(services.db, async (db) => {
    if (!(await markReady(db, request.id, { now, until, bytes }))) return false;
    const owner = { ...request, id: request.member_id };
    const sender = { db, services, site: { id: request.site_id }, origin: request.origin };
    const path = settingPath("my-data");
    await mailOwner(sender, owner, { kind: "download_ready", path, until: formatTime(language, until) });
    return true;
  });
}
