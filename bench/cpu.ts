import { readdirSync, readFileSync } from "node:fs";
import { cpus } from "node:os";

const tickMs = 10;

type ProcessTimes = { parent: number; own: number; ended: number };

/** A process's parent and CPU time in milliseconds, its own and that of its children that ended; null where unknown. */
function timesOf(pid: number): ProcessTimes | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    // after the name in brackets: state, parent, … utime, stime, cutime, cstime
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
    const ms = (first: number) => (Number(fields[first]) + Number(fields[first + 1])) * tickMs;
    return { parent: Number(fields[1]), own: ms(11), ended: ms(13) };
  } catch {
    // gone meanwhile, or not Linux
    return null;
  }
}

/** CPU time in milliseconds that a process's children have used, those that ended included; 0 where the system does not tell. */
function usedByChildrenOf(pid: number): number {
  let used = timesOf(pid)?.ended ?? 0;
  if (used === 0 && timesOf(pid) === null) return 0;
  for (const entry of readdirSync("/proc")) {
    const times = /^\d+$/.test(entry) ? timesOf(Number(entry)) : null;
    if (times?.parent === pid) used += times.own;
  }
  return used;
}

export type Cpu = { database: number; server: number };

/** What PostgreSQL and the two servers have used so far; `backend` is the process id of any of its connections. */
export function cpuMeter(backend: number): () => Cpu {
  const postmaster = timesOf(backend)?.parent ?? 0;
  return () => ({
    database: usedByChildrenOf(postmaster),
    server: usedByChildrenOf(process.pid),
  });
}

/** Milliseconds that the machine's cores have worked so far, for whomever. */
function machineBusy(): number {
  return cpus().reduce((sum, { times }) => sum + times.user + times.nice + times.sys + times.irq, 0);
}

/** Begins to watch; what it gives back tells which part of all cores other programs used since then, 0 to 1. */
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
