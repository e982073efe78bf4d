import { type Pose, poses, type SelfieRejection, type Verification } from "#contract/verification.ts";
import type { Random } from "#server/lib/random.ts";
import type { SiteSettings } from "#server/site-settings.ts";
import { memberFolder, type PhotoOf } from "../photos/rules.ts";
import type { VerificationStanding } from "./verifications-store.ts";

/** The folder of a selfie's or a document's file, among the member's. */
export function pictureFolder(picture: PhotoOf): string {
  return `${memberFolder(picture)}verification/${picture.id}/`;
}

export const hasBadge = (settings: Pick<SiteSettings, "visible_profile_notes">) =>
  settings.visible_profile_notes.includes("verified");

/** A pose drawn by lot, another one than before. */
export function drawPose(random: Random, before: string | null): Pose {
  const others = poses.filter((pose) => pose !== before);
  return others[Number.parseInt(random.uuid().slice(0, 8), 16) % others.length] ?? poses[0];
}

/** Tells where a member stands; `badge`: the site has the badge. */
export function showStanding(standing: VerificationStanding, badge: boolean): Verification {
  const nothing = { pose: null, reason: null };
  const { fictional, automatic, photo_shown: photoShown, verified_at: verifiedAt, status } = standing;
  if (!badge || fictional || automatic) return { ...nothing, state: "off" };
  if (verifiedAt !== null) return { ...nothing, state: "verified" };
  if (status === "waiting") return { ...nothing, state: "waiting" };
  if (!photoShown) return { ...nothing, state: "no_photo" };
  if (status === "asked") return { ...nothing, state: "asked", pose: standing.pose as Pose };
  if (status === "rejected") return { ...nothing, state: "rejected", reason: standing.reason as SelfieRejection };
  return { ...nothing, state: status === "approved" ? "dropped" : "none" };
}
