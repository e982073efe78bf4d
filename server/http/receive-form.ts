import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import type { FastifyRequest } from "fastify";
import pLimit from "p-limit";
import type { Upload } from "#contract/call.ts";
import { fail, failFields } from "./fail.ts";
import { type OpenFile, receiveFile, storeOnDisk } from "./receive-file.ts";

/** Bytes that a form may have beside its file: the longest text, and the headers and boundaries of the parts. */
const fieldBytes = 512 * 1024;

/** At most two forms are parsed at a time, because a form is in memory while it is parsed. */
const withParsingSlot = pLimit(2);

/**
 * Receives `multipart/form-data`; the file is on disk as in `receiveFile`. Of fields with one name the first counts.
 * Throws `malformed_request`, `invalid_input` if there is no file, and the call's own code if the file is too large.
 */
export async function receiveForm(
  request: FastifyRequest,
  upload: Upload,
): Promise<{ fields: Record<string, string>; file: OpenFile }> {
  const wholeForm = await receiveFile(request, { ...upload, maxBytes: upload.maxBytes + fieldBytes });
  try {
    return await withParsingSlot(async () => {
      const type = request.headers["content-type"] ?? "";
      const form = await new Response(await wholeForm.read(), { headers: { "content-type": type } })
        .formData()
        .catch(() => {
          throw fail("malformed_request");
        });
      const file = form.get("file");
      if (!(file instanceof Blob)) throw failFields({ file: "required" });
      const fields: Record<string, string> = {};
      for (const [name, value] of form) if (typeof value === "string") fields[name] ??= value;
      return { fields, file: await storeOnDisk(Readable.fromWeb(file.stream() as ReadableStream), upload) };
    });
  } finally {
    await wholeForm.close();
  }
}
