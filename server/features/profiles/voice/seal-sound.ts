import type { Db } from "#server/db/pool.ts";
import type { Services } from "#server/services.ts";
import { removePhotoFiles } from "../photos/remove-photo.ts";
import type { PhotoOf } from "../photos/rules.ts";
import { sealForPolice } from "../photos/sealed-store.ts";
import { voiceFolder, voiceKey } from "./sound-file.ts";

type Sealed = PhotoOf & { media_type: string };
type Context = { db: Db; jobs: Services["jobs"]; now: Date };

/** Seals a recording as pictures are: a job moves its file to where no address leads, for the police. */
export async function sealSound({ db, jobs, now }: Context, sound: Sealed, decisionId: string): Promise<void> {
  const type = sound.media_type;
  const to = await sealForPolice(db, sound, { soundType: type, decisionId, now });
  await jobs.add(db, removePhotoFiles, { folder: voiceFolder(sound), keep: { from: voiceKey(sound, type), to } });
}
