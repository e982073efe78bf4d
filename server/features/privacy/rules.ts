import { reactivationDays } from "#contract/constants.ts";

const day = 86_400_000;

/** Until when the mailed link restores a deleted account; from then on it may be erased (R4.03, D3.9). */
export function comesBackUntil(deletedAt: Date): Date {
  return new Date(deletedAt.getTime() + reactivationDays * day);
}

/** Accounts that were deleted at this time or before are to be erased now: the inverse of `comesBackUntil`. */
export function erasedFrom(now: Date): Date {
  return new Date(now.getTime() - reactivationDays * day);
}

/** How long an archive can be fetched, and how soon the next one can be requested, in milliseconds. */
export const downloadLife = 7 * day;
export const downloadPause = day;

type Owner = { siteId: number; memberId: string };

/** The folder of all archives of a member, and the folder of one archive. */
export const downloadFolders = ({ siteId, memberId }: Owner) => `downloads/${siteId}/${memberId}/`;
export const downloadFolder = (archive: Owner & { id: string }) => `${downloadFolders(archive)}${archive.id}/`;
