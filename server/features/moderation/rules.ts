import type { Language } from "#contract/constants.ts";
import type { ShownSubject } from "#contract/decisions.ts";
import { dayMs } from "#contract/durations.ts";
import type { Block, ReportSubject } from "#contract/moderation.ts";
import { formatTime } from "#server/features/mails/index.ts";
import { type LockRules, showPhotoTo } from "#server/features/profiles/index.ts";
import { mayBeShown, type Visible } from "#server/features/visibility/index.ts";
import { type Failure, fail } from "#server/http/fail.ts";
import type { PhotoUrl } from "#server/photo-url.ts";
import type { findBlocks } from "./store.ts";

/** What a report is about, as people see it. */
export const shownSubject = (report: { about: string; talk_at: Date | null }): ShownSubject =>
  report.talk_at === null ? (report.about as ReportSubject) : "call";

type BlockRow = Awaited<ReturnType<typeof findBlocks>>[number];

function photoOf(row: Visible<BlockRow>) {
  const { photo_id: id, photo_status: status, photo_width: width, photo_height: height, photo_thumbhash } = row;
  if (id === null || status !== "active" || width === null || height === null) return null;
  const place = { memberId: row.member_id, premium: row.premium, main: true, rank: 0 };
  const edition = row.photo_edition ?? "";
  return { id, status, width, height, thumbhash: photo_thumbhash ?? "", edition, caption: "", ...place };
}

/** Returns null if the member is deleted or hidden as fictional. No photo if it is invisible even without the block. */
export function toBlock(
  row: BlockRow,
  site: { id: number; settings: LockRules; photoUrl: PhotoUrl },
  { memberId: viewerId, ageProved }: { memberId: string; ageProved: boolean },
): Block | null {
  if (row.status === "deleted" || row.unwanted) return null;
  const unblocked = { ...row, blocked: false };
  const photo = mayBeShown(unblocked, site.id, viewerId) ? photoOf(unblocked) : null;
  const viewer = { memberId: viewerId, premium: row.viewer_premium };
  return {
    id: row.member_id,
    name: row.name,
    fictional: row.fictional,
    main_image: photo && showPhotoTo(viewer, photo, { photoUrl: site.photoUrl, locks: site.settings, ageProved }),
    created_at: row.created_at.toISOString(),
  };
}

/** A copy of deleted content, which staff need to handle a report, is kept until then (D6.6). */
export const copyUntil = (now: Date) => new Date(now.getTime() + 30 * dayMs);
/** Copies of reported messages are deleted if their report was closed before this. */
export const evidenceKeptFrom = (now: Date) => new Date(now.getTime() - 30 * dayMs);
export const chatCopyLines = 200;

/** The failure of a report or an objection that is not looked at (DSA, article 23). */
export const pausedFailure = (language: Language, until: Date): Failure =>
  fail("reports_paused", { params: { until: formatTime(language, until) } });
