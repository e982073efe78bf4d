import { decodePart } from "./decode-part.ts";

/** A bucket of an S3 store, or a part of one below `prefix`. */
export type S3Store = {
  /** Where the store answers, such as `https://s3.eu-central-1.amazonaws.com`. */
  endpoint: string;
  bucket: string;
  /** Empty, or ends in `/`. */
  prefix: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
};

const bucketForm = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
const prefixForm = /^(?:[a-z0-9][a-z0-9._-]*\/)*$/;
const schemes: Record<string, string> = { "s3:": "https:", "s3+http:": "http:" };

/**
 * Reads `STORAGE_URL`, `s3://KEY:SECRET@host/bucket[/folder]?region=…`; undefined if a part is missing or wrong.
 * `s3+http://` speaks plain HTTP, for a store on the same machine or in a private network.
 */
export function readStorageUrl(text: string): S3Store | undefined {
  const url = URL.parse(text);
  const scheme = schemes[url?.protocol ?? ""];
  // `..` would be resolved before the bucket is read
  if (/\/\.|%2e/i.test(text)) return undefined;
  if (!url || scheme === undefined || url.host === "" || url.hash !== "") return undefined;
  const [accessKeyId, secretAccessKey] = [decodePart(url.username), decodePart(url.password)];
  const [, bucket = "", ...folders] = url.pathname.replace(/\/+$/, "").split("/");
  const prefix = folders.map((folder) => `${folder}/`).join("");
  const region = url.searchParams.get("region") ?? "us-east-1";
  if (accessKeyId === "" || secretAccessKey === "" || !/^[a-z0-9-]+$/.test(region)) return undefined;
  if (!bucketForm.test(bucket) || !prefixForm.test(prefix) || prefix.length > 100) return undefined;
  return { endpoint: `${scheme}//${url.host}`, bucket, prefix, region, accessKeyId, secretAccessKey };
}
