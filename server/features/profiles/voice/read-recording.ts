import type { ReceivedFile } from "#contract/call.ts";
import { fail } from "#server/http/fail.ts";
import { limitUploads } from "../photos/photo-slots.ts";
import { cleanRecording, type Recording, RecordingRefused } from "./clean-recording.ts";

/** Browsers end a recording some tenths of a second late. */
const lateSeconds = 1;

/**
 * Copies the sound of an uploaded recording, once an upload may run; `seconds` of the result is a whole number from 1
 * to `maxSeconds`. Throws `recording_unusable` or `recording_too_long`.
 */
export async function readRecording(file: ReceivedFile, maxSeconds: number): Promise<Recording> {
  const limit = maxSeconds + lateSeconds;
  const recording = await limitUploads(async () => {
    // a second more is copied, which tells a longer recording
    return await cleanRecording(await file.read(), limit + 1).catch((error: unknown) => {
      throw error instanceof RecordingRefused ? fail("recording_unusable") : error;
    });
  });
  if (recording.seconds > limit) throw fail("recording_too_long", { params: { max: maxSeconds } });
  return { ...recording, seconds: Math.min(maxSeconds, Math.max(1, Math.round(recording.seconds))) };
}
