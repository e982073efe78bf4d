import type { Hooks, MemberChange } from "#server/hooks.ts";
import { cancelWaiting, expireDownloads, replaceWaiting } from "./download-store.ts";
import { recordState } from "./member-notes.ts";
import { prepareDownload } from "./prepare-download.ts";

/** What a note about a member's state holds. */
const noted: readonly MemberChange[] = ["consents", "deleted", "measures", "restored"];

/** Keeps archives and notes equal to what changed. */
export const followChange: Hooks["memberChanged"] = async ({ db, services }, id, change) => {
  if (change === "deleted") await cancelWaiting(db, id);
  if (change === "consent_withdrawn") await withdrawArchive({ db, services }, id);
  if (noted.includes(change)) await services.jobs.add(db, recordState, { id });
};

type ChangeContext = Parameters<Hooks["memberChanged"]>[0];

/** Makes an archive with withdrawn data unavailable. One that is being built is built anew, without that data. */
async function withdrawArchive({ db, services }: ChangeContext, memberId: string): Promise<void> {
  const replaced = await replaceWaiting(db, memberId);
  if (replaced !== undefined) await services.jobs.add(db, prepareDownload, { id: replaced });
  // last: the update above waits for a run that makes the archive ready, so that this one finds it
  await expireDownloads(db, memberId);
}
