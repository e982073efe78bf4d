import { createHash, randomUUID } from "node:crypto";
import { type FileHandle, open, unlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { ReceivedFile, Upload } from "#contract/call.ts";
import { fail } from "./fail.ts";

/** Milliseconds after which a file that still comes is given up; 15 MB take that long at 0.4 Mbit/s. */
const longestMs = 5 * 60_000;

/** Lets a scope's calls take files, of pictures or of no declared kind, as streams; what else comes is refused. */
export function registerFileUploads(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(/^(?:image\/[\w.+-]+|application\/octet-stream)$/, (_request, payload, done) => {
    done(null, payload);
  });
}

/**
 * Reads a request's file to the disk, where it has no name and goes with `close` or with the process: so that many who
 * upload at once fill no memory, and one who is slow holds up nobody. Throws the call's own code for a file that is too
 * large, and `malformed_request` for one that ends early or never.
 */
export async function receiveFile(
  request: FastifyRequest,
  { maxBytes, tooLarge }: Upload,
): Promise<ReceivedFile & { close(): Promise<void> }> {
  const refusal = fail(tooLarge, { params: { max: Math.floor(maxBytes / 1024 / 1024) } });
  // said by those who send it: the rest need not be read
  if (Number(request.headers["content-length"] ?? 0) > maxBytes) throw refusal;
  const path = join(tmpdir(), `upload-${randomUUID()}`);
  const file = await open(path, "wx+", 0o600);
  try {
    await unlink(path);
    const { size, sha256 } = await write(request.body, file, maxBytes, refusal);
    return { size, sha256, read: () => readAll(file, size), close: () => file.close() };
  } catch (error) {
    await file.close();
    throw error;
  }
}

async function write(source: unknown, file: FileHandle, maxBytes: number, refusal: Error) {
  const hash = createHash("sha256");
  let size = 0;
  if (source instanceof Readable) {
    const late = setTimeout(() => source.destroy(fail("malformed_request")), longestMs);
    try {
      // not destroyed where it is too large: Node reads on and drops it, and the caller hears why
      for await (const chunk of source.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
        size += chunk.length;
        if (size > maxBytes) throw refusal;
        hash.update(chunk);
        await file.write(chunk);
      }
    } catch (error) {
      throw error === refusal ? refusal : fail("malformed_request");
    } finally {
      clearTimeout(late);
    }
  }
  return { size, sha256: hash.digest() };
}

async function readAll(file: FileHandle, size: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(size);
  for (let at = 0; at < size; ) {
    const { bytesRead } = await file.read(bytes, at, size - at, at);
    if (bytesRead === 0) throw new Error("an uploaded file is shorter than it was");
    at += bytesRead;
  }
  return bytes;
}
