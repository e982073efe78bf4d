import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { maxRecordingBytes } from "#contract/recordings.ts";

/** A recording that members may hear: one track of sound, and nothing that its device or its author added. */
export type Recording = { bytes: Uint8Array; mediaType: "audio/webm" | "audio/mp4"; seconds: number };

/** The upload is no recording of a browser, or no sound is in it. */
export class RecordingRefused extends Error {
  override name = "RecordingRefused";
}

/** Shorter ones are slips of a finger. */
export const minRecordingSeconds = 0.5;

/** A minute of sound is copied within a tenth of a second. */
const maxMilliseconds = 5_000;

/** What the thread gets, and what it answers. */
export type CopyOrder = { upload: Uint8Array; maxSeconds: number };
export type CopyAnswer = Recording | { refused: string };

/**
 * Copies the sound of a browser's recording (Opus in WebM, or AAC in MP4) into a new file of at most `maxSeconds`. The
 * packets of the sound are the same; all else of the upload is left behind: its tags, names, dates, attachments,
 * chapters, and bytes between the parts. The new file says its length, and can be sought in, which a browser's own
 * cannot. Throws `RecordingRefused` for anything else, whatever it calls itself.
 *
 * It runs in a thread of its own, which is ended after a time: one changed byte can make the library loop for ever.
 */
export async function cleanRecording(upload: Uint8Array, maxSeconds: number): Promise<Recording> {
  if (upload.byteLength > maxRecordingBytes) throw new RecordingRefused("too many bytes");
  const answer = await askThread({ upload, maxSeconds });
  if ("refused" in answer) throw new RecordingRefused(answer.refused);
  if (answer.seconds < minRecordingSeconds) throw new RecordingRefused("too short");
  return answer;
}

async function askThread(order: CopyOrder): Promise<CopyAnswer> {
  const thread = new Worker(new URL("./copy-sound.ts", import.meta.url), {
    workerData: order,
    resourceLimits: { maxOldGenerationSizeMb: 128 },
  });
  const signal = AbortSignal.timeout(maxMilliseconds);
  try {
    const [answer] = await once(thread, "message", { signal });
    return answer as CopyAnswer;
  } catch (error) {
    if (signal.aborted) return { refused: "too slow" };
    throw error;
  } finally {
    await thread.terminate();
  }
}
