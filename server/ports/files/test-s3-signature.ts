import { createHash, createHmac } from "node:crypto";

export type SignedRequest = {
  method: string;
  /** As it was sent, percent-encoded. */
  path: string;
  query: URLSearchParams;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
};
type Account = { accessKeyId: string; secretAccessKey: string; region: string };

const hmac = (key: string | Buffer, text: string) => createHmac("sha256", key).update(text).digest();
export const sha256 = (bytes: string | Buffer) => createHash("sha256").update(bytes).digest("hex");
const encode = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);

const form =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([a-z0-9-]+)\/s3\/aws4_request, ?SignedHeaders=([a-z0-9;-]+), ?Signature=([0-9a-f]{64})$/;

/** The signature of a request by Amazon's Signature Version 4, written from its description for S3. */
export function signatureOf(request: SignedRequest, account: Account, time: string, signed: readonly string[]): string {
  const header = (name: string) =>
    String(request.headers[name] ?? "")
      .trim()
      .replace(/ +/g, " ");
  const query = [...request.query].map(([name, value]) => `${encode(name)}=${encode(value)}`).sort();
  const canonical = [
    request.method,
    request.path,
    query.join("&"),
    ...signed.map((name) => `${name}:${header(name)}`),
    "",
    signed.join(";"),
    header("x-amz-content-sha256"),
  ].join("\n");
  const day = time.slice(0, 8);
  const scope = `${day}/${account.region}/s3/aws4_request`;
  const text = ["AWS4-HMAC-SHA256", time, scope, sha256(canonical)].join("\n");
  const key = [day, account.region, "s3", "aws4_request"].reduce<string | Buffer>(
    hmac,
    `AWS4${account.secretAccessKey}`,
  );
  return hmac(key, text).toString("hex");
}

/** S3's code for a request that it refuses; undefined if the request may pass. */
export function refusalOf(request: SignedRequest, account: Account, now: Date): string | undefined {
  const header = (name: string) => String(request.headers[name] ?? "");
  if (header("authorization") === "") return "AccessDenied";
  const [, id, day, region, names = "", signature] = form.exec(header("authorization")) ?? [];
  if (signature === undefined) return "AuthorizationHeaderMalformed";
  if (id !== account.accessKeyId) return "InvalidAccessKeyId";
  if (region !== account.region) return "AuthorizationHeaderMalformed";
  const time = header("x-amz-date");
  const at = Date.parse(time.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, "$1-$2-$3T$4:$5:$6Z"));
  if (Number.isNaN(at) || day !== time.slice(0, 8)) return "AccessDenied";
  if (Math.abs(at - now.getTime()) > 15 * 60_000) return "RequestTimeTooSkewed";
  const signed = names.split(";");
  const required = ["host", ...Object.keys(request.headers).filter((name) => name.startsWith("x-amz-"))];
  if (!required.every((name) => signed.includes(name))) return "AccessDenied";
  if (signatureOf(request, account, time, signed) !== signature) return "SignatureDoesNotMatch";
  const claimed = header("x-amz-content-sha256");
  if (claimed !== "UNSIGNED-PAYLOAD" && claimed !== sha256(request.body)) return "XAmzContentSHA256Mismatch";
  return undefined;
}
