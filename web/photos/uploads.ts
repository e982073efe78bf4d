import type { OwnPhoto } from "#contract/photos.ts";
import { ApiFailure, newKey } from "#web/lib/api.ts";
import { createListeners } from "#web/lib/listeners.ts";
import { isTooSmall, type PictureProblem, type PictureSize, problemOf } from "./picture-check.ts";

/**
 * A picture being uploaded. `working`: all bytes are sent. `failed` can be retried, `refused` can't. `problem` is the
 * reason that the browser found, `message` the server's.
 */
export type Upload = {
  key: string;
  file: File;
  /** The local URL of the picture. */
  preview: string;
  state: "waiting" | "sending" | "working" | "failed" | "refused";
  /** The share of the bytes sent, from 0 to 1. */
  progress: number;
  problem: PictureProblem | "no_connection" | null;
  message: string;
  /** The server's error code; empty if it sent none. */
  code: string;
};

export type UploadTools = {
  send(sending: {
    key: string;
    file: File;
    signal: AbortSignal;
    onProgress: (share: number) => void;
  }): Promise<OwnPhoto>;
  onDone(photo: OwnPhoto): void;
  preview(file: File): string;
  /** The size in pixels; null if the browser can't tell. */
  measure(preview: string): Promise<PictureSize | null>;
  forget(preview: string): void;
};

/** Concurrent uploads; the others wait. */
const atOnce = 2;

const isFinal = ({ status, code }: ApiFailure) => status >= 400 && status < 500 && code !== "too_many_requests";

/** The queue of chosen pictures, each until it is one of the member's photos. */
export function createUploads(tools: UploadTools) {
  let items: readonly Upload[] = [];
  const { listen, emit } = createListeners();
  const running = new Map<string, AbortController>();

  const set = (next: readonly Upload[]) => {
    items = next;
    emit();
  };
  const change = (key: string, what: Partial<Upload>) =>
    set(items.map((item) => (item.key === key ? { ...item, ...what } : item)));
  const drop = (key: string) => {
    const item = items.find((known) => known.key === key);
    if (item) tools.forget(item.preview);
    set(items.filter((known) => known.key !== key));
  };

  async function upload({ key, file, preview }: Upload): Promise<void> {
    const controller = new AbortController();
    running.set(key, controller);
    change(key, { state: "sending", progress: 0, problem: null, message: "", code: "" });
    const onProgress = (share: number) => change(key, { progress: share, state: share < 1 ? "sending" : "working" });
    try {
      const tooSmall = isTooSmall(await tools.measure(preview));
      if (controller.signal.aborted) return;
      if (tooSmall) return change(key, { state: "refused", problem: "too_small" });
      const photo = await tools.send({ key, file, signal: controller.signal, onProgress });
      drop(key);
      tools.onDone(photo);
    } catch (error) {
      if (!controller.signal.aborted) fail(key, error);
    } finally {
      running.delete(key);
      next();
    }
  }

  function fail(key: string, error: unknown): void {
    if (!(error instanceof ApiFailure)) throw error;
    change(key, {
      state: isFinal(error) ? "refused" : "failed",
      problem: error.code === "no_connection" ? "no_connection" : null,
      message: error.message,
      code: error.code,
    });
  }

  function next(): void {
    const free = atOnce - running.size;
    for (const item of items.filter(({ state }) => state === "waiting").slice(0, Math.max(0, free))) void upload(item);
  }

  return {
    items: () => items,
    listen,
    add(files: readonly File[]): void {
      const added = files.map((file): Upload => {
        const problem = problemOf(file) ?? null;
        const state = problem ? "refused" : "waiting";
        return {
          key: newKey(),
          file,
          preview: tools.preview(file),
          state,
          progress: 0,
          problem,
          message: "",
          code: "",
        };
      });
      set([...items, ...added]);
      next();
    },
    /** Retries under the same key: a picture that had arrived after all is added only once. */
    retry(key: string): void {
      change(key, { state: "waiting", problem: null, message: "", code: "" });
      next();
    },
    /** Removes an upload, and aborts it if it is running. */
    remove(key: string): void {
      running.get(key)?.abort();
      drop(key);
    },
  };
}

/** The uploads that will become photos if all goes well. */
export function pendingUploads(items: readonly Upload[]): readonly Upload[] {
  return items.filter(({ state }) => state !== "refused");
}
