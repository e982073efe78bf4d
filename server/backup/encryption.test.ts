import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { createScratchFolder } from "#server/db/system-user.ts";
import { archiveLog, bringBackLog } from "./archive-log.ts";
import { decryptFile, encryptFile, makeKeyPair, readIdentity } from "./encryption.ts";

const folder = createScratchFolder();
mkdirSync(join(folder, "wal"), { recursive: true });
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const at = (name: string) => join(folder, name);
const pair = await makeKeyPair();

/** More than one part of age's 64 kB, and not a whole number of them. */
const bytes = randomBytes(200_001);
writeFileSync(at("plain"), bytes);
await encryptFile(at("plain"), at("locked"), pair.recipient);
const locked = readFileSync(at("locked"));

test("quality: an encrypted backup file decrypts by its key, and shows nothing of its contents", async () => {
  await decryptFile(at("locked"), at("again"), pair.identity);
  expect(readFileSync(at("again")).equals(bytes)).toBe(true);
  expect(locked.subarray(0, 22).toString()).toBe("age-encryption.org/v1\n");
  expect(locked.includes(bytes.subarray(100, 132))).toBe(false);
});

test("quality: another key decrypts nothing, and the message says so", async () => {
  const other = await makeKeyPair();
  await expect(decryptFile(at("locked"), at("other"), other.identity)).rejects.toThrow("encrypted for another key");
  expect(existsSync(at("other"))).toBe(false);
});

// in the header, in the first part, at the end of a part, and one byte before the end
const cuts = [10, 500, 65_536 + 16 + locked.length - bytes.length - 4 * 16, locked.length - 1];
test.for(cuts)(
  "quality: a backup file that is cut off after %d bytes is refused, and leaves no half",
  async (length) => {
    writeFileSync(at("cut"), locked.subarray(0, length));
    await expect(decryptFile(at("cut"), at("half"), pair.identity)).rejects.toThrow("is damaged or cut off");
    expect(readdirSync(folder).filter((name) => name.startsWith("half"))).toEqual([]);
  },
);

test("quality: a changed byte of a backup file is noticed", async () => {
  const changed = Buffer.from(locked);
  changed.writeUInt8(changed.readUInt8(150_000) ^ 1, 150_000);
  writeFileSync(at("changed"), changed);
  await expect(decryptFile(at("changed"), at("half"), pair.identity)).rejects.toThrow("is damaged or cut off");
});

test("quality: a key file may have comments, as age-keygen writes; any other file is refused", async () => {
  writeFileSync(at("key"), `# created: today\n# public key: ${pair.recipient}\n${pair.identity}\n`);
  expect(await readIdentity(at("key"))).toBe(pair.identity);
  await expect(readIdentity(at("plain"))).rejects.toThrow("holds no key");
  await expect(readIdentity(at("none"))).rejects.toThrow("can't be read");
});

test("quality: the archive takes the same piece of the log twice, and never another one under its name", async () => {
  const piece = "000000010000000000000001";
  await archiveLog(folder, pair.recipient, at("plain"), piece);
  await archiveLog(folder, pair.recipient, at("plain"), piece);
  writeFileSync(at("elsewhere"), "the log of another database");
  await expect(archiveLog(folder, pair.recipient, at("elsewhere"), piece)).rejects.toThrow("with other contents");
  writeFileSync(at("key"), pair.identity);
  await bringBackLog(folder, at("key"), piece, at("back"));
  expect(readFileSync(at("back")).equals(bytes)).toBe(true);
  // archived before it was encrypted
  writeFileSync(join(folder, "wal", "000000010000000000000000"), "plain");
  await bringBackLog(folder, at("key"), "000000010000000000000000", at("back"));
  expect(String(readFileSync(at("back")))).toBe("plain");
});
