import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { refusalOf, type SignedRequest } from "./test-s3-signature.ts";

/** How the stand-in misbehaves; a number is a status. */
export type Fault = number | "silent" | "cut" | "nonsense" | "html 404" | "elsewhere" | "other bytes" | "late";

type Stored = { bytes: Buffer; type: string; meta: Record<string, string> };

const statuses: Record<string, number> = { NoSuchKey: 404, NoSuchBucket: 404, NoSuchMethod: 405 };
const escapeXml = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

/** Checks each signature over HTTP, knows one bucket, and answers as S3 does. `fail` makes the next answers faults. */
export async function startTestS3(now = () => new Date(), address = "127.0.0.1") {
  const account = { accessKeyId: "AKIDTEST", secretAccessKey: "a secret/with+signs", region: "eu-test-1" };
  const bucket = "photos-of-members";
  const objects = new Map<string, Stored>();
  const requests: { method: string; path: string; headers: IncomingMessage["headers"]; refusal: string }[] = [];
  const state: { fault: Fault | undefined; faults: number; pageSize: number; sent: number; left: number } = {
    fault: undefined,
    faults: 0,
    pageSize: 1000,
    sent: 0,
    left: 0,
  };

  const refuse = (response: ServerResponse, code: string) => {
    const status = statuses[code] ?? 403;
    response.writeHead(status, { "content-type": "application/xml" });
    response.end(`<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>No</Message></Error>`);
  };

  function list(query: URLSearchParams, response: ServerResponse): void {
    const prefix = query.get("prefix") ?? "";
    const after = query.get("start-after") ?? "";
    const keys = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort();
    const page = keys.slice(0, state.pageSize);
    const encoded = (key: string) => (query.get("encoding-type") === "url" ? encodeURIComponent(key) : escapeXml(key));
    const contents = page.map((key) => `<Contents><Key>${encoded(key)}</Key><Size>1</Size></Contents>`).join("");
    response.writeHead(200, { "content-type": "application/xml" });
    response.end(
      `<?xml version="1.0" encoding="UTF-8"?>\n<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>${bucket}</Name><IsTruncated>${keys.length > page.length}</IsTruncated>${contents}</ListBucketResult>`,
    );
  }

  function get(stored: Stored, response: ServerResponse, fault: Fault | undefined): void {
    const bytes = fault === "other bytes" ? Buffer.alloc(stored.bytes.length) : stored.bytes;
    response.writeHead(200, { "content-type": stored.type, "content-length": bytes.length, ...stored.meta });
    if (fault === "cut") response.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => response.destroy());
    else Readable.from(chunksOf(bytes), { objectMode: false }).pipe(response);
    response.on("close", () => {
      if (!response.writableFinished) state.left += 1;
    });
  }

  /** One chunk after the other, as the connection takes them. */
  function* chunksOf(bytes: Buffer): Generator<Buffer> {
    for (let at = 0; at < bytes.length; at += 65_536) {
      const chunk = bytes.subarray(at, at + 65_536);
      state.sent += chunk.length;
      yield chunk;
    }
  }

  function put(key: string, { headers, body }: SignedRequest, response: ServerResponse): void {
    const meta = Object.entries(headers).filter(([header]) => header.startsWith("x-amz-meta-"));
    const type = String(headers["content-type"] ?? "binary/octet-stream");
    objects.set(key, { bytes: body, type, meta: Object.fromEntries(meta) as Record<string, string> });
    response.writeHead(200, { etag: `"${createHash("md5").update(body).digest("hex")}"` }).end();
  }

  function answer(request: SignedRequest, response: ServerResponse, fault: Fault | undefined): void {
    const { method, path, query } = request;
    const [, name = "", ...parts] = path.split("/").map(decodeURIComponent);
    const key = parts.join("/");
    const object = objects.get(key);
    if (name !== bucket) refuse(response, "NoSuchBucket");
    else if (key === "" && method === "GET" && query.get("list-type") === "2") list(query, response);
    else if (method === "PUT") put(key, request, response);
    else if (method === "GET" && object) get(object, response, fault);
    else if (method === "GET") refuse(response, "NoSuchKey");
    else if (method === "DELETE") {
      objects.delete(key);
      response.writeHead(204).end();
    } else refuse(response, "NoSuchMethod");
  }

  /** Answers with the fault; false if the request is to be answered as usual. */
  function misbehave(fault: Fault, response: ServerResponse): boolean {
    if (typeof fault === "number") response.writeHead(fault).end("<Error><Code>InternalError</Code></Error>");
    else if (fault === "nonsense") response.writeHead(200, { etag: '""' }).end("<html>Welcome to the Wi-Fi</html>");
    else if (fault === "html 404") response.writeHead(404).end("<html>No such page</html>");
    else if (fault === "elsewhere") response.writeHead(307, { location: "http://127.0.0.1:9/" }).end();
    else if (fault === "late") response.writeHead(200, { "content-length": 10 }).write("late");
    else return fault === "silent";
    return true;
  }

  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const url = new URL(request.url ?? "", "http://store");
    const { method = "", headers } = request;
    const signed = { method, path: url.pathname, query: url.searchParams, headers, body: Buffer.concat(chunks) };
    const refusal = refusalOf(signed, account, now());
    requests.push({ method, path: url.pathname, headers, refusal: refusal ?? "" });
    const fault = state.faults > 0 ? state.fault : undefined;
    if (fault !== undefined) state.faults -= 1;
    if (fault !== undefined && misbehave(fault, response)) return;
    if (refusal !== undefined) refuse(response, refusal);
    else answer(signed, response, fault);
  });
  await new Promise<void>((ready) => server.listen(0, address, ready));
  const listening = server.address();
  const host = `${address}:${typeof listening === "object" ? listening?.port : 0}`;
  const login = `${account.accessKeyId}:${encodeURIComponent(account.secretAccessKey)}`;
  return {
    objects,
    requests,
    /** The value of `STORAGE_URL` for this store. */
    url: (folder = "", of = bucket) => `s3+http://${login}@${host}/${of}${folder}?region=${account.region}`,
    host,
    bucket,
    /** Undefined: it behaves well again. */
    fail(fault: Fault | undefined, times = Number.POSITIVE_INFINITY) {
      Object.assign(state, { fault, faults: times });
    },
    /** Bytes of objects that were sent so far. */
    sent: () => state.sent,
    /** Answers whose connection was closed before their end. */
    left: () => state.left,
    setPageSize(pageSize: number) {
      state.pageSize = pageSize;
    },
    close: () =>
      new Promise<void>((closed) => {
        server.closeAllConnections();
        server.close(() => closed());
      }),
  };
}
