import { createHash } from "node:crypto";
import { dayOf } from "#contract/days.ts";
import type { Files } from "#server/ports/files/port.ts";

/** The folder of all notes; those of a day are removed together. */
export const notesFolder = "departures/";

const hashOf = (memberId: string) => createHash("sha256").update(memberId).digest("hex");

/**
 * The key of a note about a member in the file store. What members and staff decided is noted outside of the database,
 * so that it can be repeated after the database was restored to an earlier moment (0070). The hash stands for the id,
 * which would outlive the erasing.
 */
export function noteKey(memberId: string, at: Date, name: string): string {
  return `${notesFolder}${dayOf(at)}/${hashOf(memberId)}/${at.getTime()}-${name}`;
}

export type Note = { hash: string; at: Date; content: unknown };

/** The last note of a name about each member since a moment. Its content was stored as JSON. */
export async function readLastNotes(files: Files, since: Date, name: string): Promise<Note[]> {
  const lastOfMember = new Map<string, { key: string; at: Date }>();
  for await (const key of files.list(`${notesFolder}${dayOf(since)}/`)) {
    if (!key.startsWith(notesFolder)) break;
    const [, hash = "", time, noteName] = /^departures\/[\d-]+\/([0-9a-f]{64})\/(\d+)-(.+)$/.exec(key) ?? [];
    const at = new Date(Number(time));
    const other = lastOfMember.get(hash);
    if (noteName !== name || at <= since || (other && other.at > at)) continue;
    lastOfMember.set(hash, { key, at });
  }
  const notes: Note[] = [];
  for (const [hash, { key, at }] of lastOfMember) {
    const bytes = await files.get(key);
    if (bytes) notes.push({ hash, at, content: JSON.parse(String(bytes)) });
  }
  return notes;
}
