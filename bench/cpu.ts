import { readdirSync, readFileSync } from "node:fs";
import { cpus } from "node:os";

const tickMs = 10;

type ProcessTimes = { parent: number; own: number; ended: number };

/** A process's parent, and the CPU time in milliseconds of it and its ended children; null if unknown. */
function readTimes(pid: number): ProcessTimes | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    // after the name in brackets: state, parent, … utime, stime, cutime, cstime
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
    const readMs = (first: number) => (Number(fields[first]) + Number(fields[first + 1])) * tickMs;
    return { parent: Number(fields[1]), own: readMs(11), ended: readMs(13) };
  } catch {
    // the process has ended meanwhile, or this is not Linux
    return null;
  }
}

/** CPU time in milliseconds that a process itself has used so far; 0 if the system does not say. */
export const processMs = (pid: number): number => readTimes(pid)?.own ?? 0;

/** CPU time in milliseconds that a process's children, ended ones included, have used; 0 if the system does not say. */
function usedByChildrenOf(pid: number): number {
  let used = readTimes(pid)?.ended ?? 0;
  if (used === 0 && readTimes(pid) === null) return 0;
  for (const entry of readdirSync("/proc")) {
    const times = /^\d+$/.test(entry) ? readTimes(Number(entry)) : null;
    if (times?.parent === pid) used += times.own;
  }
  return used;
}

/** Resident memory of a process in MB. */
export function residentMemory(pid: number): number {
  const kilobytes = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  if (kilobytes === undefined) throw new Error(`no resident memory of process ${pid}`);
  return Number(kilobytes) / 1024;
}

export type Cpu = { database: number; server: number };

/** CPU time of PostgreSQL and the two servers so far; `backend` is the process id of any PostgreSQL connection. */
export function cpuMeter(backend: number): () => Cpu {
  const postmaster = readTimes(backend)?.parent ?? 0;
  return () => ({
    database: usedByChildrenOf(postmaster),
    server: usedByChildrenOf(process.pid),
  });
}

/** Milliseconds that the machine's cores have worked so far, for any program. */
function machineBusy(): number {
  return cpus().reduce((sum, { times }) => sum + times.user + times.nice + times.sys + times.irq, 0);
}

/**
 * Starts watching. The returned function returns the share of all cores that other programs have used since, 0 to 1.
 */
export function watchOthers(meter: () => Cpu): () => number {
  const ours = () => {
    const { user, system } = process.cpuUsage();
    const { database, server } = meter();
    return (user + system) / 1000 + database + server;
  };
  const before = { at: performance.now(), busy: machineBusy(), ours: ours() };
  return () => {
    const others = machineBusy() - before.busy - (ours() - before.ours);
    return Math.max(0, others / (performance.now() - before.at) / cpus().length);
  };
}
