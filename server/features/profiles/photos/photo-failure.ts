import type { Refusal } from "#server/hooks.ts";
import { type Failure, fail } from "#server/http/fail.ts";
import type { Services } from "#server/services.ts";
import { type EarlierRejection, findLikeRejected, findRefusedElsewhere, type PhotoLooks } from "./fingerprint-store.ts";
import { PhotoRefused, photoBounds } from "./process-photo.ts";

/** A photo that a program refuses, because staff have rejected it, or one that looks like it, before. */
export class RejectedBefore extends PhotoRefused {
  readonly earlier: EarlierRejection;
  constructor(earlier: EarlierRejection) {
    super("photo_rejected_before");
    this.earlier = earlier;
  }
}

/** Throws `RejectedBefore` for a photo that staff here or at another installation have rejected before. */
export async function assertNotRejected(
  { db, config }: Pick<Services, "db" | "config">,
  siteId: number,
  looks: PhotoLooks,
): Promise<void> {
  const earlier = (await findLikeRejected(db, siteId, looks)) ?? (await findRefusedElsewhere(db, config, looks));
  if (earlier) throw new RejectedBefore(earlier);
}

/** Turns `PhotoRefused` into the call's failure; returns any other error unchanged. */
export function failureOf(error: unknown): unknown {
  return error instanceof PhotoRefused ? toFailure(error) : error;
}

function toFailure({ problem }: PhotoRefused): Failure {
  const params = {
    max: photoBounds.bytes / 1024 / 1024,
    max_pixels: photoBounds.pixels / 1_000_000,
    min: photoBounds.side,
  };
  return fail(problem, { params });
}

type UploadContext = { services: Pick<Services, "hooks" | "jobs" | "clock" | "config" | "texts">; now: Date };
type MembersUpload = { siteId: number; memberId: string; isForChat: boolean };

/** If a program refused it as rejected before, the failure also stores a statement of reasons (DSA, article 17). */
export function uploadFailureOf({ services, now }: UploadContext, upload: MembersUpload, error: unknown): unknown {
  if (!(error instanceof RejectedBefore)) return failureOf(error);
  const { decisionId: applies, everywhere, ground } = error.earlier;
  const { detail } = toFailure(error);
  const { siteId, memberId, isForChat } = upload;
  const refusal: Refusal = {
    siteId,
    memberId,
    decision: isForChat ? "chat_photo_refused" : "photo_refused",
    ground: everywhere ? (ground ?? "minor") : undefined,
    applies,
    isPhoto: true,
  };
  return fail(error.problem, {
    ...detail,
    store: (db) => services.hooks.programRefused({ db, services, now }, refusal),
  });
}
