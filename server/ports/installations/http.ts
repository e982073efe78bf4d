import type { z } from "zod";
import type { InstallationAddress } from "#server/config/service-urls.ts";
import type { Installation, InstallationAnswer, ProgramCall } from "./port.ts";

/** Far more than the refusals of an installation are: an answer without an end is not read to its end. */
const mostBytes = 64 * 1024 * 1024;

export const createInstallations = (addresses: readonly InstallationAddress[]): Installation[] =>
  addresses.map((address) => ({
    name: address.name,
    async ask(call, patienceMs) {
      try {
        return await ask(address, call, patienceMs);
      } catch (error) {
        return { answer: "silent", reason: String(error) };
      }
    },
  }));

/** Follows no redirect: the key goes to the address that the operator configured, and to no other. */
async function ask<A extends z.ZodType>(
  { origin, key }: InstallationAddress,
  { path, answer }: ProgramCall<A>,
  patienceMs: number,
): Promise<InstallationAnswer<z.output<A>>> {
  const response = await fetch(new URL(path, origin), {
    headers: { authorization: `Bearer ${key}`, accept: "application/json" },
    redirect: "manual",
    signal: AbortSignal.timeout(patienceMs),
  });
  if (response.status !== 200) {
    await response.body?.cancel();
    const reason = `it answered ${response.status}`;
    if ([401, 403].includes(response.status)) return { answer: "refused", reason };
    return { answer: response.status >= 500 || response.status === 429 ? "silent" : "unfit", reason };
  }
  const text = await readText(response);
  const parsed = text === undefined ? undefined : answer.safeParse(parseJson(text));
  if (!parsed?.success) return { answer: "unfit", reason: "its answer has a form that this version does not know" };
  return { answer: "answers", value: parsed.data };
}

/** The body as text; undefined if it is too long. */
async function readText(response: Response): Promise<string | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > mostBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

/** Undefined if it is no JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
