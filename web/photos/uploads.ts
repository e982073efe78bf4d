import type { OwnPhoto } from "#contract/photos.ts";
import { ApiFailure, newKey } from "#web/lib/api.ts";
import { isTooSmall, type PictureProblem, type PictureSize, problemOf } from "./picture-check.ts";

/**
 * A picture on its way: `working` once all of it has arrived; `failed` may be tried again, `refused` may not. `problem`
 * says why where the browser saw it, `message` where the server did.
 */
export type Upload = {
  key: string;
  file: File;
  /** Address of the picture on this device. */
  preview: string;
  state: "waiting" | "sending" | "working" | "failed" | "refused";
  /** How much of it is on its way, from 0 to 1. */
  progress: number;
  problem: PictureProblem | "no_connection" | null;
  message: string;
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
  /** In pixels; null where that can't be told here. */
  measure(preview: string): Promise<PictureSize | null>;
  forget(preview: string): void;
};

/** Uploads at the same time; the others wait. */
const atOnce = 2;

const isFinal = ({ status, code }: ApiFailure) => status >= 400 && status < 500 && code !== "too_many_requests";

/** The pictures that somebody has chosen, until each is one of their photos. */
export function createUploads(tools: UploadTools) {
  let items: readonly Upload[] = [];
  const listeners = new Set<() => void>();
  const running = new Map<string, AbortController>();

  const set = (next: readonly Upload[]) => {
    items = next;
    for (const listener of listeners) listener();
  };
  const change = (key: string, what: Partial<Upload>) =>
    set(items.map((item) => (item.key === key ? { ...item, ...what } : item)));
  const drop = (key: string) => {
    const item = items.find((known) => known.key === key);
    if (item) tools.forget(item.preview);
    set(items.filter((known) => known.key !== key));
  };

  async function upload({ key, file, preview }: Upload): Promise<void> {
    const ending = new AbortController();
    running.set(key, ending);
    change(key, { state: "sending", progress: 0, problem: null, message: "" });
    const onProgress = (share: number) => change(key, { progress: share, state: share < 1 ? "sending" : "working" });
    try {
      const tooSmall = isTooSmall(await tools.measure(preview));
      if (ending.signal.aborted) return;
      if (tooSmall) return change(key, { state: "refused", problem: "too_small" });
      const photo = await tools.send({ key, file, signal: ending.signal, onProgress });
      drop(key);
      tools.onDone(photo);
    } catch (error) {
      if (!ending.signal.aborted) fail(key, error);
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
    });
  }

  function next(): void {
    const free = atOnce - running.size;
    for (const item of items.filter(({ state }) => state === "waiting").slice(0, Math.max(0, free))) void upload(item);
  }

  return {
    items: () => items,
    listen(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    add(files: readonly File[]): void {
      const added = files.map((file): Upload => {
        const problem = problemOf(file) ?? null;
        const state = problem ? "refused" : "waiting";
        return { key: newKey(), file, preview: tools.preview(file), state, progress: 0, problem, message: "" };
      });
      set([...items, ...added]);
      next();
    },
    /** Under the same key: a picture that had arrived after all is added once. */
    retry(key: string): void {
      change(key, { state: "waiting", problem: null, message: "" });
      next();
    },
    /** Stops it where it is under way. */
    remove(key: string): void {
      running.get(key)?.abort();
      drop(key);
    },
  };
}

/** Those that will take a place among the photos if all goes well. */
export function underWay(items: readonly Upload[]): readonly Upload[] {
  return items.filter(({ state }) => state !== "refused");
}
