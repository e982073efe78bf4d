import { type IncomingMessage, request as plainRequest } from "node:http";
import { type RequestOptions, request } from "node:https";
import { AddressNotAllowed, isHostAllowed, isPublicAddress, lookupWithin } from "#server/config/public-address.ts";
import type { PostbackAnswer, Postbacks, SignedPost } from "./port.ts";

/** The allowed protocols and addresses, and milliseconds for an answer; tests with a stand-in override the defaults. */
type AllowedTargets = {
  protocols: readonly string[];
  addresses: (address: string) => boolean;
  patienceMs: number;
};

const publicOnly: AllowedTargets = { protocols: ["https:"], addresses: isPublicAddress, patienceMs: 10_000 };
const detailLength = 200;
const mostBytes = 2_048;

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that are taken out
const unprintable = /[\u0000-\u001f\u007f-\u009f\s]+/g;
const inOneLine = (text: string) => text.replace(unprintable, " ").trim().slice(0, detailLength).toWellFormed();

function outcomeOf(status: number): PostbackAnswer["outcome"] {
  if (status >= 200 && status <= 299) return "accepted";
  return status >= 300 && status <= 399 ? "redirect" : "refused";
}

/** The beginning of a response's body. A body that breaks off is no error, because only the status counts. */
async function beginningOf(response: IncomingMessage): Promise<string> {
  let bytes = Buffer.alloc(0);
  try {
    for await (const chunk of response) {
      bytes = Buffer.concat([bytes, chunk]);
      if (bytes.length >= mostBytes) break;
    }
  } catch (error) {
    return inOneLine(`${bytes} … ${error instanceof Error ? error.message : ""}`);
  } finally {
    response.destroy();
  }
  return inOneLine(bytes.toString("utf8"));
}

function ask(url: URL, options: RequestOptions, post?: SignedPost): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const send = url.protocol === "https:" ? request : plainRequest;
    const how = post === undefined ? options : { ...options, method: "POST", headers: post.headers };
    send(url, how, resolve).on("error", reject).end(post?.body);
  });
}

/** Sends postbacks. It follows no redirect, and never connects to a private address. */
export function createHttpPostbacks(allowed: AllowedTargets = publicOnly): Postbacks {
  return {
    async send(text, post) {
      const url = URL.parse(text);
      if (!url || !allowed.protocols.includes(url.protocol)) {
        return { outcome: "forbidden", status: null, detail: "not an address for postbacks" };
      }
      // the option `lookup` checks names only
      if (!isHostAllowed(url, allowed.addresses)) {
        return { outcome: "forbidden", status: null, detail: "a private address" };
      }
      const signal = AbortSignal.timeout(allowed.patienceMs);
      try {
        // no connection reuse: a reused connection would skip the check in `lookup`
        const options = { agent: false, lookup: lookupWithin(allowed.addresses), signal };
        const response = await ask(url, options, post);
        const status = response.statusCode ?? 0;
        return { outcome: outcomeOf(status), status, detail: await beginningOf(response) };
      } catch (error) {
        if (error instanceof AddressNotAllowed) {
          return { outcome: "forbidden", status: null, detail: "the name leads to a private address" };
        }
        const reason = inOneLine(error instanceof Error ? error.message : String(error));
        return { outcome: signal.aborted ? "timeout" : "unreachable", status: null, detail: reason };
      }
    },
  };
}
