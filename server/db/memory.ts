import { totalmem } from "node:os";

const mb = 1024 * 1024;
/** More than this serves the product's searches nothing, and makes each crash recovery and each start slower. */
const mostShared = 8192 * mb;
const leastShared = 128 * mb;

/** The bytes that this process may use: the machine's memory, or less if a container limits it. */
function usableMemory(): number {
  // 0 if nothing limits it; without a limit old kernels answer a number beyond any machine
  const limit = process.constrainedMemory();
  return Math.min(totalmem(), limit > 0 ? limit : Number.POSITIVE_INFINITY);
}

/** PostgreSQL's share of the memory: a quarter for its own cache; its plans count on the system's cache as well. */
export function memorySettings(bytes = usableMemory()): string[] {
  const shared = Math.min(Math.max(bytes / 4, leastShared), mostShared);
  const cached = Math.max((bytes * 3) / 4, shared);
  const inMb = (value: number) => `${Math.floor(value / mb)}MB`;
  return [`shared_buffers=${inMb(shared)}`, `effective_cache_size=${inMb(cached)}`];
}
