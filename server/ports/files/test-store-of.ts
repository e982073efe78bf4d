import { readStorageUrl, type S3Store } from "#server/config/service-urls.ts";

/** The store of a `STORAGE_URL` that is known to be right. */
export function storeOf(url: string): S3Store {
  const store = readStorageUrl(url);
  if (!store) throw new Error("not a STORAGE_URL");
  return store;
}

export async function keysOf(list: AsyncIterable<string>): Promise<string[]> {
  const keys: string[] = [];
  for await (const key of list) keys.push(key);
  return keys;
}
