import { z } from "zod";
import type { PictureService } from "#server/config/service-urls.ts";
import type { PictureCheck } from "./port.ts";

const timeoutMs = 10_000;
/** The answer is two values: a longer one is none. */
const mostBytes = 4_096;

/** Additional fields are ignored. */
const findings = z.object({ nudity: z.number().min(0).max(1), known: z.boolean() });

/** `POST` of the JPEG's bytes, `authorization: Bearer …` if there is a token; `docs/operations.md` has the form. */
export function createHttpPictureCheck(
  { address, token }: PictureService,
  { patienceMs = timeoutMs }: { patienceMs?: number } = {},
): PictureCheck {
  const authorization: Record<string, string> = token === "" ? {} : { authorization: `Bearer ${token}` };
  return {
    async check(picture) {
      const response = await fetch(address, {
        method: "POST",
        headers: { ...authorization, accept: "application/json", "content-type": "image/jpeg" },
        body: Buffer.from(picture),
        redirect: "error",
        signal: AbortSignal.timeout(patienceMs),
      });
      if (response.status !== 200) {
        await response.body?.cancel();
        throw new Error(`the picture service answered ${response.status}`);
      }
      const parsed = findings.safeParse(JSON.parse(await beginningOf(response)));
      // the answer is not quoted: it may say something about a member's picture
      if (!parsed.success) throw new Error("the picture service answered in another form");
      return parsed.data;
    },
  };
}

/** The body as text. Throws if it is too long, before all of it is read. */
async function beginningOf(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > mostBytes) throw new Error("the picture service answered too much");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}
