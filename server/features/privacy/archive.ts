import { strToU8, Zip, ZipDeflate, ZipPassThrough } from "fflate";
import type { Language } from "#contract/constants.ts";
import type { Db } from "#server/db/pool.ts";
import { formatTime } from "#server/features/mails/index.ts";
import { findPeople } from "#server/features/visibility/index.ts";
import { type DataOwner, type MemberData, type Row, readMemberTable } from "#server/member-data.ts";
import type { Texts } from "#server/texts.ts";

/** The content of `data.json`: for each part a list of rows, or a single row, which is null if there is none. */
export type CollectedData = Record<string, Row | Row[] | null>;

/** Replaces the ids of other members by their names. */
async function withPeople(db: Db, owner: DataOwner, rows: readonly Row[], columns: readonly string[]): Promise<Row[]> {
  const named = (row: Row, column: string) => (typeof row[column] === "string" ? [row[column]] : []);
  const ids = rows.flatMap((row) => columns.flatMap((column) => named(row, column)));
  if (ids.length === 0) return [...rows];
  const people = await findPeople(db, owner, ids);
  return rows.map((row) => {
    const named = columns.map((column) => [column.replace(/_id$/, ""), people.get(String(row[column])) ?? null]);
    const rest = Object.entries(row).filter(([column]) => !columns.includes(column));
    return Object.fromEntries([...named, ...rest]);
  });
}

/** Call it in one repeatable-read transaction, so that the data is consistent. */
export async function collectData(db: Db, owner: DataOwner, memberData: readonly MemberData[]): Promise<CollectedData> {
  const data: CollectedData = {};
  for (const entry of memberData) {
    const isRead = "read" in entry;
    const rows = isRead ? await entry.read(db, owner) : await readMemberTable(db, entry, owner.memberId);
    const isList = isRead || entry.orderBy;
    data[entry.part] = isList ? await withPeople(db, owner, rows, entry.memberIdColumns ?? []) : (rows[0] ?? null);
  }
  return data;
}

type About = { site: string; email: string; name: string; made: Date };

/** The archive's README: explains each part, in the member's language. */
export function writeReadme(texts: Texts, language: Language, about: About, parts: readonly string[]): string {
  const { site, email, name } = about;
  const say = (key: string) =>
    texts.t(language, `archive:${key}`, { site, email, name, made: formatTime(language, about.made) });
  const explained = parts.map((part) => `  ${part}\n    ${say(`parts.${part}`)}`);
  return [
    say("title"),
    say("intro"),
    say("files"),
    say("data"),
    ...explained,
    say("withheld"),
    say("others"),
    say("questions"),
    "",
  ].join("\n\n");
}

/** A stream is stored without compression, because it is a photo, which is compressed already. */
export type ArchiveFile = { name: string; content: string | AsyncIterable<Uint8Array> };

const partBytes = 65_536;

function* partsOf(text: string): Generator<Uint8Array> {
  const bytes = strToU8(text);
  for (let at = 0; at < bytes.length; at += partBytes) yield bytes.subarray(at, at + partBytes);
}

/** A larger ZIP file needs the format ZIP64. */
const maxBytes = 2 ** 32 - 1;

/**
 * A ZIP file as a stream: no photo is in memory as a whole. `now` is the files' modification time. `onSize` gets the
 * bytes so far.
 */
export async function* writeArchive(
  files: AsyncIterable<ArchiveFile>,
  now: Date,
  onSize: (bytes: number) => void,
): AsyncGenerator<Uint8Array> {
  let size = 0;
  let packed: Uint8Array[] = [];
  const zip = new Zip((error, part) => {
    if (error) throw error;
    packed.push(part);
  });
  function* takePacked() {
    const parts = packed;
    packed = [];
    size += parts.reduce((sum, part) => sum + part.byteLength, 0);
    if (size > maxBytes) throw new Error("the archive is too large for a ZIP file");
    onSize(size);
    yield* parts;
  }
  for await (const { name, content } of files) {
    const isText = typeof content === "string";
    const entry = isText ? new ZipDeflate(name, { level: 6 }) : new ZipPassThrough(name);
    entry.mtime = now;
    zip.add(entry);
    for await (const part of isText ? partsOf(content) : content) {
      entry.push(part);
      yield* takePacked();
    }
    entry.push(new Uint8Array(), true);
    yield* takePacked();
  }
  zip.end();
  yield* takePacked();
}
