import { spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";

export type EmbeddedDatabase = { url: string; notes: string[]; stop(): Promise<void> };

/**
 * Starts PostgreSQL in the data folder through a guard process of its own, which stops it when this process ends in
 * whatever way (D12.1). Throws an error of one clear line.
 */
export async function startEmbedded(dataDir: string, options: { fast?: boolean } = {}): Promise<EmbeddedDatabase> {
  const args = [join(import.meta.dirname, "embedded-guard.ts"), dataDir, ...(options.fast ? ["--fast"] : [])];
  // a process group of its own: Ctrl-C reaches this process only, which drains before the database goes
  const guard = spawn(process.execPath, args, { stdio: ["pipe", "pipe", "inherit"], detached: true });
  const ended = new Promise<void>((resolve) => guard.once("close", () => resolve()));
  const notes: string[] = [];
  for await (const line of createInterface({ input: guard.stdout })) {
    const told: { url?: string; note?: string; error?: string } = JSON.parse(line);
    if (told.note) notes.push(told.note);
    if (told.error) throw new Error(told.error);
    if (told.url) {
      guard.unref();
      const stop = async () => {
        guard.ref();
        guard.stdin.end();
        await ended;
      };
      return { url: told.url, notes, stop };
    }
  }
  throw new Error("The embedded PostgreSQL ended before it was ready.");
}
