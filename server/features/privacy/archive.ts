import { strToU8, type Zippable, zip } from "fflate";
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

/** D3.9. Call it in one repeatable-read transaction, so that the data is consistent. */
export async function collectData(db: Db, owner: DataOwner, memberData: readonly MemberData[]): Promise<CollectedData> {
  const data: CollectedData = {};
  for (const entry of memberData) {
    if ("read" in entry) {
      data[entry.part] = await withPeople(db, owner, await entry.read(db, owner), entry.memberIdColumns ?? []);
      continue;
    }
    const rows = await readMemberTable(db, entry, owner.memberId);
    data[entry.part] = entry.orderBy
      ? await withPeople(db, owner, rows, entry.memberIdColumns ?? [])
      : (rows[0] ?? null);
  }
  return data;
}

type About = { site: string; email: string; name: string; made: Date };

/** The archive's README: explains each part, in the member's language (D3.9). */
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

/** Bytes are stored without compression, because they are photos, which are compressed already. */
export type ArchiveFile = { name: string; content: string | Uint8Array };

/** Packs files as a ZIP, off the event loop if they are large; `now` is their modification time. */
export async function writeArchive(files: readonly ArchiveFile[], now: Date): Promise<Uint8Array> {
  const packed: Zippable = {};
  for (const { name, content } of files) {
    packed[name] = typeof content === "string" ? [strToU8(content), { level: 6 }] : [content, { level: 0 }];
  }
  return await new Promise((resolve, reject) => {
    zip(packed, { mtime: now }, (error, archive) => (error ? reject(error) : resolve(archive)));
  });
}
