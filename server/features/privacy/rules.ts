import { dayMs } from "#contract/durations.ts";

/** How long an archive can be downloaded, and the minimum time between two requests, in milliseconds. */
export const downloadLife = 7 * dayMs;
export const downloadPause = dayMs;

export type ArchiveOwner = { siteId: number; memberId: string };

export const downloadFolders = ({ siteId, memberId }: ArchiveOwner) => `downloads/${siteId}/${memberId}/`;
export const downloadFolder = (archive: ArchiveOwner & { id: string }) => `${downloadFolders(archive)}${archive.id}/`;
export const archiveKey = (archive: ArchiveOwner & { id: string }) => `${downloadFolder(archive)}data.zip`;
