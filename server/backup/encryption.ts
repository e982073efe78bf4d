import { createReadStream, createWriteStream } from "node:fs";
import { open, readFile, rename, rm } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from "age-encryption";

/** The ending of an encrypted file, in the format of age (age-encryption.org/v1), which the program `age` reads too. */
export const encrypted = ".age";

/** A backup that can't be decrypted; the text says why. */
export class Undecryptable extends Error {}

/** A new pair: the identity decrypts and must not be on the machine, the recipient only encrypts. */
export async function makeKeyPair(): Promise<{ identity: string; recipient: string }> {
  const identity = await generateX25519Identity();
  return { identity, recipient: await identityToRecipient(identity) };
}

/** The identity in a file as `age-keygen` writes it, with lines of comments. Throws an `Undecryptable`. */
export async function readIdentity(path: string): Promise<string> {
  const text = await readFile(path, "utf8").catch(() => {
    throw new Undecryptable(`the key ${path} can't be read`);
  });
  const identity = /^AGE-SECRET-KEY-1[0-9A-Z]+$/m.exec(text)?.[0];
  if (!identity) throw new Undecryptable(`${path} holds no key that begins with AGE-SECRET-KEY-1`);
  return identity;
}

/** The bytes of a file as a stream of the web, whose types differ between the browser and Node. */
function streamOf(path: string): ReadableStream<Uint8Array> {
  const chunks = createReadStream(path).iterator();
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = await chunks.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await chunks.return?.();
    },
  });
}

async function* chunksOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
  } finally {
    await reader.cancel();
  }
}

/** Writes under another name first, so that a killed process leaves no half file, and flushes it to the disk. */
async function writeWhole(to: string, bytes: Readable): Promise<void> {
  const part = `${to}.part`;
  try {
    await pipeline(bytes, createWriteStream(part, { mode: 0o600 }));
    const file = await open(part, "r+");
    await file.sync();
    await file.close();
    await rename(part, to);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}

export async function encryptFile(from: string, to: string, recipient: string): Promise<void> {
  const encrypter = new Encrypter();
  encrypter.addRecipient(recipient);
  await writeWhole(to, Readable.from(chunksOf(await encrypter.encrypt(streamOf(from)))));
}

function toUndecryptable(from: string, error: unknown): Undecryptable {
  const reason = error instanceof Error ? error.message : String(error);
  const text = /no identity matched/.test(reason)
    ? `${from} was encrypted for another key`
    : `${from} is damaged or cut off (${reason})`;
  return new Undecryptable(text, { cause: error });
}

/** Each part and the end are authenticated: use nothing before the stream has ended. Throws an `Undecryptable`. */
export async function* decrypted(from: string, identity: string): AsyncGenerator<Uint8Array> {
  try {
    const decrypter = new Decrypter();
    decrypter.addIdentity(identity);
    yield* chunksOf(await decrypter.decrypt(streamOf(from)));
  } catch (error) {
    throw toUndecryptable(from, error);
  }
}

/** Decrypts a file; writes nothing if it can't be decrypted to its end. Throws an `Undecryptable`. */
export async function decryptFile(from: string, to: string, identity: string): Promise<void> {
  await writeWhole(to, Readable.from(decrypted(from, identity)));
}
