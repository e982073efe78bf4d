import { readdirSync, readFileSync } from "node:fs";
import { cpus } from "node:os";

/** Milliseconds of CPU of PostgreSQL, and of the servers that the benchmark has started. */
export type Cpu = { database: number; server: number };
/** The CPU that both have used so far. */
export type Meter = () => Cpu;

const tickMs = 10;

/** A process's parent, and the CPU time in milliseconds of it and of its ended children; undefined if it has ended. */
function readTimes(pid: number) {
  let text: string;
  try {
    text = readFileSync(`/proc/${pid}/stat`, "utf8");
  } catch {
    return undefined;
  }
  // after the name in brackets: state, parent, … utime, stime, cutime, cstime
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  const readMs = (first: number) => (Number(fields[first]) + Number(fields[first + 1])) * tickMs;
  return { parent: Number(fields[1]), own: readMs(11), ended: readMs(13) };
}

/** CPU time in milliseconds that a process's children, ended ones included, have used. */
function usedByChildrenOf(pid: number): number {
  const running = readdirSync("/proc").filter((entry) => /^\d+$/.test(entry));
  const children = running.map((entry) => readTimes(Number(entry))).filter((times) => times?.parent === pid);
  return children.reduce((sum, times) => sum + (times?.own ?? 0), readTimes(pid)?.ended ?? 0);
}

/** Resident memory of a process in MB. */
export function residentMemory(pid: number): number {
  const kilobytes = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  if (kilobytes === undefined) throw new Error(`no resident memory of process ${pid}`);
  return Number(kilobytes) / 1024;
}

/** `backend` is the process id of any PostgreSQL connection. */
export function cpuMeter(backend: number): Meter {
  const postmaster = readTimes(backend)?.parent ?? 0;
  return () => ({ database: usedByChildrenOf(postmaster), server: usedByChildrenOf(process.pid) });
}

/** Does some work, and returns its result with the CPU that it took. */
export async function withCpu<T>(meter: Meter, work: () => Promise<T>): Promise<{ result: T; cpu: Cpu }> {
  const before = meter();
  const result = await work();
  const after = meter();
  return { result, cpu: { database: after.database - before.database, server: after.server - before.server } };
}

export const cpuOfEach = (cpu: Cpu, n: number): Cpu => ({ database: cpu.database / n, server: cpu.server / n });

/** Milliseconds that the machine's cores have worked so far for other programs. */
export function usedByOthers(meter: Meter): number {
  const all = cpus().reduce((sum, { times }) => sum + times.user + times.nice + times.sys + times.irq, 0);
  const { user, system } = process.cpuUsage();
  const { database, server } = meter();
  return all - (user + system) / 1000 - database - server;
}
