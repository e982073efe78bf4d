import type { PhotoRejection } from "#contract/attachments.ts";
import type { Sound } from "#contract/profiles.ts";
import type { OwnIntroduction } from "#contract/voice-introductions.ts";
import { voiceFile } from "./sound-file.ts";

/** What of a voice introduction its address, its player and its owner's screen are made of. */
export type IntroductionToShow = { id: string; media_type: string; seconds: number; waveform: number[] };

/** A voice introduction as a viewer hears it who may. */
export const showSound = ({ id, media_type: type, seconds, waveform }: IntroductionToShow): Sound => ({
  filename: `/voice-introductions/${voiceFile(id, type)}`,
  seconds,
  waveform,
});

type OwnRow = IntroductionToShow & { status: string; reason: string | null; decision: string | null };

/** The owner's introductions, newest first: a rejection counts until they record again. */
export function showOwnIntroduction(rows: readonly OwnRow[]): OwnIntroduction {
  const soundOf = (status: string) => {
    const row = rows.find((each) => each.status === status);
    return row ? { ...showSound(row), id: row.id } : null;
  };
  const [newest] = rows;
  const reason = newest?.status === "rejected" ? (newest.reason as PhotoRejection | null) : null;
  return {
    active: soundOf("active"),
    waiting: soundOf("inspection"),
    rejected: newest && reason !== null ? { reason, decision: newest.decision } : null,
  };
}

type Hearing = { memberId: string; status: string; isShown: boolean; ageProved: boolean };

/**
 * Whether a viewer may load the file. Only members hear one, never visitors. Its owner hears it while it waits, and no
 * one once it is rejected, deleted or replaced. The caller must look it up on the viewer's own site only.
 */
export function mayHear({ memberId, status, isShown, ageProved }: Hearing, viewerId: string): boolean {
  if (viewerId === memberId) return status === "active" || status === "inspection";
  return status === "active" && isShown && ageProved;
}
