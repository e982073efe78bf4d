import { once } from "node:events";
import { setInterval } from "node:timers/promises";
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

/**
 * What a thread may compute, and how often that is looked at: a minute of sound is copied within a tenth of a second.
 * It is not a time to wait, which a busy machine would use up.
 */
const [maxCpuMs, lookMs] = [3_000, 250];

/** What the thread gets, and what it answers. */
export type CopyOrder = { upload: Uint8Array; maxSeconds: number };
export type CopyAnswer = Recording | { refused: string };

/**
 * Copies the sound of a browser's recording (Opus in WebM, or AAC in MP4) into a new file of at most `maxSeconds`. The
 * packets of the sound are the same; all else of the upload is left behind: its tags, names, dates, attachments,
 * chapters, and bytes between the parts. The new file says its length, and can be sought in, which a browser's own
 * cannot. Throws `RecordingRefused` for anything else, whatever it calls itself.
 *
 * It runs in a thread of its own, which is ended if it computes for too long: one changed byte can make the library
 * loop for ever.
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
  const done = new AbortController();
  const answer = once(thread, "message", { signal: done.signal }).then(([message]) => message as CopyAnswer);
  const silence = once(thread, "exit", { signal: done.signal }).then(() => ({ refused: "no answer" }));
  try {
    return await Promise.race([answer, silence, watchCpu(thread, done.signal)]);
  } finally {
    done.abort();
    await thread.terminate();
  }
}

/** Refuses the recording as soon as the thread has computed for too long. */
async function watchCpu(thread: Worker, signal: AbortSignal): Promise<CopyAnswer> {
  for await (const _ of setInterval(lookMs, null, { signal })) {
    const { user, system } = await thread.cpuUsage().catch((error: NodeJS.ErrnoException) => {
      // it has ended: its answer or its exit is on the way
      if (error.code === "ERR_WORKER_NOT_RUNNING") return { user: 0, system: 0 };
      throw error;
    });
    if ((user + system) / 1_000 > maxCpuMs) break;
  }
  return { refused: "too slow" };
}
