import { spawn } from "node:child_process";
import { Socket } from "node:net";
import { join, resolve as resolvePath } from "node:path";
import { createInterface } from "node:readline";

export type EmbeddedDatabase = { url: string; notes: string[]; stop(): Promise<void> };

/** What the guard prints, a line each; see `embedded-guard.ts`. */
type Line = { url?: string; note?: string; error?: string; ended?: string; restarted?: string; failed?: string };

export type EmbeddedOptions = {
  /** For throw-away data: fast, but not durable. */
  fast?: boolean;
  /** Gets a line when PostgreSQL ended by itself, when a start failed, and when it runs again. */
  onChange?(line: string): void;
};

function describeChange({ ended, restarted, failed }: Line): string | undefined {
  if (ended !== undefined) return `the embedded PostgreSQL ended and is started again (${ended})`;
  if (failed !== undefined)
    return `the embedded PostgreSQL could not be started again, the next try follows (${failed})`;
  return restarted === undefined ? undefined : `the embedded PostgreSQL runs again, started ${restarted}`;
}

/** Starts PostgreSQL under a guard process, which restarts it, and stops it however this one ends. Throws one line. */
export async function startEmbedded(
  dataDir: string,
  { fast = false, onChange = () => {} }: EmbeddedOptions = {},
): Promise<EmbeddedDatabase> {
  const args = [join(import.meta.dirname, "embedded-guard.ts"), resolvePath(dataDir), ...(fast ? ["--fast"] : [])];
  // a process group of its own: Ctrl-C reaches only this process, which drains before the database stops
  const guard = spawn(process.execPath, args, { stdio: ["pipe", "pipe", "inherit"], detached: true });
  const ended = new Promise<void>((resolve) => guard.once("close", () => resolve()));
  const notes: string[] = [];
  const url = await new Promise<string>((resolve, reject) => {
    guard.once("error", reject);
    createInterface({ input: guard.stdout }).on("line", (text) => {
      const line: Line = JSON.parse(text);
      const change = describeChange(line);
      if (change !== undefined) onChange(change);
      if (line.note !== undefined) notes.push(line.note);
      if (line.error !== undefined) reject(new Error(line.error));
      if (line.url !== undefined) resolve(line.url);
    });
    ended.then(() => reject(new Error("The embedded PostgreSQL ended before it was ready.")));
  });
  guard.unref();
  // reading from the guard must not keep this process alive
  const guardOutput = guard.stdout instanceof Socket ? guard.stdout : undefined;
  guardOutput?.unref();
  const stop = async () => {
    guard.ref();
    guardOutput?.ref();
    guard.stdin.end();
    await ended;
  };
  return { url, notes, stop };
}
