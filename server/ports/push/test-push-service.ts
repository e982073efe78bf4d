import { createECDH, createVerify, type ECDH, randomBytes } from "node:crypto";
import { createServer, type IncomingHttpHeaders } from "node:http";
import { decrypt } from "http_ece";
import type { PushTarget } from "./port.ts";

/** A push as the browser decrypts it. */
export type Received = { headers: IncomingHttpHeaders; path: string; text: string };

export type Browser = { target: PushTarget; keys: ECDH; auth: Buffer };

/** Checks the sender (RFC 8292), decrypts pushes (RFC 8291), or answers with a status that a test sets. */
export async function startPushService() {
  const received: Received[] = [];
  const browsers = new Map<string, Browser>();
  const answer = { status: 201, location: "", never: false };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk) => chunks.push(chunk));
    request.on("end", () => {
      if (answer.never) return;
      const path = request.url ?? "";
      const browser = browsers.get(path);
      if (browser && answer.status === 201) {
        const options = {
          version: "aes128gcm" as const,
          privateKey: browser.keys,
          authSecret: browser.auth.toString("base64url"),
        };
        const text = decrypt(Buffer.concat(chunks), options).toString("utf8");
        received.push({ headers: request.headers, path, text });
      } else received.push({ headers: request.headers, path, text: "" });
      response.writeHead(answer.status, answer.location === "" ? {} : { location: answer.location });
      response.end("what the service has to say");
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" ? address?.port : 0;
  return {
    origin: `http://127.0.0.1:${port}`,
    port,
    received,
    answer,
    browser(name: string): Browser {
      const keys = createECDH("prime256v1");
      keys.generateKeys();
      const auth = randomBytes(16);
      const endpoint = `http://127.0.0.1:${port}/push/${name}`;
      const target = { endpoint, p256dh: keys.getPublicKey("base64url"), auth: auth.toString("base64url") };
      const browser = { target, keys, auth };
      browsers.set(`/push/${name}`, browser);
      return browser;
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

/** The claims of a VAPID header, if it is signed with the public key that it names. */
export function vapidClaims(authorization: string): { key: string; claims: Record<string, unknown> } | undefined {
  const [, token = "", key = ""] = /^vapid t=([^,]+), k=(.+)$/.exec(authorization) ?? [];
  const [head = "", body = "", signature = ""] = token.split(".");
  const point = Buffer.from(key, "base64url");
  const jwk = {
    kty: "EC",
    crv: "P-256",
    x: point.subarray(1, 33).toString("base64url"),
    y: point.subarray(33).toString("base64url"),
  };
  const verify = createVerify("SHA256").update(`${head}.${body}`);
  const right = verify.verify(
    { key: jwk, format: "jwk", dsaEncoding: "ieee-p1363" },
    Buffer.from(signature, "base64url"),
  );
  return right ? { key, claims: JSON.parse(Buffer.from(body, "base64url").toString()) } : undefined;
}
