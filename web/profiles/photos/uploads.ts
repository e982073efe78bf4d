import type { OwnPhoto } from "#contract/photos.ts";
import { newKey } from "#web/lib/api.ts";
import { createOutbox, type Pending } from "#web/lib/outbox.ts";
import { findProblem, isTooSmall, type PictureProblem, type PictureSize } from "./picture-check.ts";
import type { Sending } from "./send-photo.ts";

/** A picture being uploaded; if it is `refused`, it can't be retried. */
export type Upload = Pending<{
  file: File;
  preview: string;
  /** The share of the bytes sent, from 0 to 1; at 1 the server works on it. */
  progress: number;
  problem: PictureProblem | null;
}>;

export type UploadTools = {
  send(sending: Sending): Promise<OwnPhoto>;
  onDone(photo: OwnPhoto): void;
  preview(file: File): string;
  measure(preview: string): Promise<PictureSize | null>;
  release(preview: string): void;
};

/** The chosen pictures, each until it is one of the member's photos. */
export function createUploads(read: () => UploadTools) {
  const { add: _, ...outbox } = createOutbox<Upload["value"]>(() => ({
    async send({ key, value }, signal): Promise<void> {
      const onProgress = (progress: number) => outbox.update(key, { value: { ...value, progress } });
      onProgress(0);
      const tooSmall = isTooSmall(await read().measure(value.preview));
      if (signal.aborted) return;
      if (tooSmall) return outbox.update(key, { state: "refused", value: { ...value, problem: "too_small" } });
      const photo = await read().send({ key, file: value.file, signal, onProgress });
      outbox.remove(key);
      read().onDone(photo);
    },
    onFailure: (_, { status, code }) =>
      status >= 400 && status < 500 && code !== "too_many_requests" ? "refused" : "unknown",
    onChange({ value }, exists) {
      if (!exists) read().release(value.preview);
    },
  }));

  return {
    ...outbox,
    /** Pictures of an earlier choice that can't be added leave the list; those that can be retried stay. */
    add(files: readonly File[]): void {
      for (const { key, state } of outbox.items()) if (state === "refused") outbox.remove(key);
      void outbox.restore(
        files.map((file) => {
          const problem = findProblem(file) ?? null;
          const value = { file, preview: read().preview(file), progress: 0, problem };
          return { key: newKey(), value, state: problem ? "refused" : "waiting", failure: null };
        }),
      );
    },
  };
}

/** The uploads that will become photos if all goes well. */
export function listPendingUploads(items: readonly Upload[]): readonly Upload[] {
  return items.filter(({ state }) => state !== "refused");
}
