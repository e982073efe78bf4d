import { createHash, randomUUID } from "node:crypto";
import { type FileHandle, open, unlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { ReceivedFile, Upload } from "#contract/call.ts";
import { diskFailure, FilesUnavailable } from "#server/ports/files/port.ts";
import { fail } from "./fail.ts";

/** Milliseconds after which an upload is aborted; 15 MB take that long at 0.4 Mbit/s. */
const longestMs = 5 * 60_000;

/** Lets a scope's routes receive files as streams: pictures, or files of no declared type; others are refused. */
export function registerFileUploads(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(/^(?:image\/[\w.+-]+|application\/octet-stream)$/, (_request, payload, done) => {
    done(null, payload);
  });
}

/** The same for the routes that receive a form with a file. */
export function registerFormUploads(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(/^multipart\/form-data\s*;/, (_request, payload, done) => done(null, payload));
}

export type OpenFile = ReceivedFile & { close(): Promise<void> };

/**
 * An unlinked file on disk, which `close` or the process's end frees: many uploads don't fill the memory, a slow one
 * delays no others. Throws the call's own code, `malformed_request` if it ends early, `FilesUnavailable` if full.
 */
export async function receiveFile(request: FastifyRequest, upload: Upload): Promise<OpenFile> {
  // the declared length is too large: do not read the body
  if (Number(request.headers["content-length"] ?? 0) > upload.maxBytes) throw tooLargeFor(upload);
  return await storeOnDisk(request.body, upload);
}

const tooLargeFor = ({ tooLarge, maxBytes }: Upload) =>
  fail(tooLarge, { params: { max: Math.floor(maxBytes / 1024 / 1024) } });

/** Stores a stream in an unlinked file; throws like `receiveFile`. */
export async function storeOnDisk(source: unknown, upload: Upload): Promise<OpenFile> {
  const path = join(tmpdir(), `upload-${randomUUID()}`);
  const file = await open(path, "wx+", 0o600).catch((error: unknown) => {
    throw diskFailure(error);
  });
  try {
    await unlink(path);
    const { size, sha256 } = await writeStream(source, file, upload.maxBytes, tooLargeFor(upload));
    return { size, sha256, read: () => readAll(file, size), close: () => file.close() };
  } catch (error) {
    await file.close();
    throw error;
  }
}

async function writeStream(source: unknown, file: FileHandle, maxBytes: number, tooLargeFailure: Error) {
  const hash = createHash("sha256");
  let size = 0;
  if (source instanceof Readable) {
    const timer = setTimeout(() => source.destroy(fail("malformed_request")), longestMs);
    try {
      // a file that is too large does not destroy the stream: Node drops the rest, and the caller gets the error
      for await (const chunk of source.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
        size += chunk.length;
        if (size > maxBytes) throw tooLargeFailure;
        hash.update(chunk);
        // `write` may write a part only, as at the end of the disk
        await file.appendFile(chunk);
      }
    } catch (error) {
      const failure = diskFailure(error);
      throw failure === tooLargeFailure || failure instanceof FilesUnavailable ? failure : fail("malformed_request");
    } finally {
      clearTimeout(timer);
    }
  }
  return { size, sha256: hash.digest() };
}

async function readAll(file: FileHandle, size: number): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(size);
  for (let at = 0; at < size; ) {
    const { bytesRead } = await file.read(bytes, at, size - at, at);
    if (bytesRead === 0) throw new Error("an uploaded file is shorter than it was");
    at += bytesRead;
  }
  return bytes;
}
