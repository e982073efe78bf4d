// Keeps the process small (0035). V8 and malloc read these settings only when a process starts. So this module, which
// `main.ts` imports first, restarts the process with them. The process id, the arguments and the standard streams stay
// the same. If MALLOC_ARENA_MAX is set already, this does nothing.
import { join } from "node:path";
import process from "node:process";

/** The folder of compiled modules: the next start loads them in two thirds of the time. */
export const compileCache = join(import.meta.dirname, "../node_modules/.cache/node");

const v8Options = "--max-semi-space-size=16 --max-old-space-size=768";

if (process.env.MALLOC_ARENA_MAX === undefined && process.platform === "linux" && process.execve) {
  const { NODE_OPTIONS = "" } = process.env;
  process.execve(process.execPath, [process.execPath, ...process.execArgv, ...process.argv.slice(1)], {
    ...process.env,
    MALLOC_ARENA_MAX: "2",
    // the default, but given: otherwise glibc raises it, and keeps the memory of the pictures that it once held
    MALLOC_TRIM_THRESHOLD_: "131072",
    // from the first module on: what is in the cache needs no compiler of TypeScript in memory, 18 MB
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? compileCache,
    // if an option is given twice, the last one wins: the operator's
    NODE_OPTIONS: `${v8Options} ${NODE_OPTIONS}`.trim(),
  });
}
