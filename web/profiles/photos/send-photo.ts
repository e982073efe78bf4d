import { type OwnPhoto, uploadPhoto } from "#contract/photos.ts";
import type { ApiAnswer, Transport } from "#web/lib/api.ts";
import { createBrowserCall } from "#web/lib/call.ts";

export type Sending = { key: string; file: File; signal: AbortSignal; onProgress: (share: number) => void };

/** A transport like `fetch`, but it reports the share of the body that was sent, from 0 to 1. */
export function createXhrTransport(onProgress: Sending["onProgress"]): Transport {
  return ({ method, url, headers, body, signal }) =>
    new Promise<ApiAnswer>((resolve, reject) => {
      const request = new XMLHttpRequest();
      const stop = () => {
        request.abort();
        reject(signal?.reason);
      };
      if (signal?.aborted) return stop();
      request.open(method, url);
      for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
      request.setRequestHeader("accept-language", document.documentElement.lang);
      request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
      request.onload = () =>
        resolve({
          status: request.status,
          header: (name) => request.getResponseHeader(name),
          text: async () => request.responseText,
        });
      request.onerror = () => reject(new Error("no connection"));
      signal?.addEventListener("abort", stop, { once: true });
      request.onloadend = () => signal?.removeEventListener("abort", stop);
      request.send(body ?? null);
    });
}

/** Five retries under its idempotency key (R7.03). Throws `ApiFailure` or the signal's reason. */
export async function sendPhoto({ key, file, signal, onProgress }: Sending): Promise<OwnPhoto> {
  const { photo } = await createBrowserCall(createXhrTransport(onProgress))(uploadPhoto, { body: file, key, signal });
  return photo;
}
