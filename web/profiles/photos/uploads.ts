import type { OwnPhoto } from "#contract/photos.ts";
import { ApiFailure, newKey } from "#web/lib/api.ts";
import { createListeners } from "#web/lib/listeners.ts";
import { findProblem, isTooSmall, type PictureProblem, type PictureSize } from "./picture-check.ts";

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
  release(preview: string): void;
};

const isFinal = ({ status, code }: ApiFailure) => status >= 400 && status < 500 && code !== "too_many_requests";

/** The queue of chosen pictures, each until it is one of the member's photos. */
export function createUploads(tools: UploadTools) {
  let items: readonly Upload[] = [];
  const { listen, emit } = createListeners();
  const running = new Map<string, AbortController>();

  const setItems = (next: readonly Upload[]) => {
    items = next;
    emit();
  };
  const updateItem = (key: string, what: Partial<Upload>) =>
    setItems(items.map((item) => (item.key === key ? { ...item, ...what } : item)));
  const removeItem = (key: string) => {
    const item = items.find((known) => known.key === key);
    if (item) tools.release(item.preview);
    setItems(items.filter((known) => known.key !== key));
  };

  async function upload({ key, file, preview }: Upload): Promise<void> {
    const controller = new AbortController();
    running.set(key, controller);
    updateItem(key, { state: "sending", progress: 0, problem: null, message: "", code: "" });
    const onProgress = (share: number) =>
      updateItem(key, { progress: share, state: share < 1 ? "sending" : "working" });
    try {
      const tooSmall = isTooSmall(await tools.measure(preview));
      if (controller.signal.aborted) return;
      if (tooSmall) return updateItem(key, { state: "refused", problem: "too_small" });
      const photo = await tools.send({ key, file, signal: controller.signal, onProgress });
      removeItem(key);
      tools.onDone(photo);
    } catch (error) {
      if (!controller.signal.aborted) setFailure(key, error);
    } finally {
      running.delete(key);
      startWaiting();
    }
  }

  function setFailure(key: string, error: unknown): void {
    if (!(error instanceof ApiFailure)) {
      updateItem(key, { state: "failed" });
      throw error;
    }
    updateItem(key, {
      state: isFinal(error) ? "refused" : "failed",
      problem: error.code === "no_connection" ? "no_connection" : null,
      message: error.message,
      code: error.code,
    });
  }

  /** Starts the next upload. One follows the other, so that the photos keep the order in which they were chosen. */
  function startWaiting(): void {
    const next = items.find(({ state }) => state === "waiting");
    if (next && running.size === 0) void upload(next);
  }

  return {
    items: () => items,
    listen,
    add(files: readonly File[]): void {
      const added = files.map((file): Upload => {
        const problem = findProblem(file) ?? null;
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
      setItems([...items, ...added]);
      startWaiting();
    },
    /** Retries under the same key: a picture that had arrived after all is added only once. */
    retry(key: string): void {
      updateItem(key, { state: "waiting", problem: null, message: "", code: "" });
      startWaiting();
    },
    /** Removes an upload, and aborts it if it is running. */
    remove(key: string): void {
      running.get(key)?.abort();
      removeItem(key);
    },
  };
}

/** The uploads that will become photos if all goes well. */
export function listPendingUploads(items: readonly Upload[]): readonly Upload[] {
  return items.filter(({ state }) => state !== "refused");
}
