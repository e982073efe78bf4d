import { totalmem } from "node:os";

const mb = 1024 * 1024;
/** More than this does not help the product's searches, and slows down each start and crash recovery. */
const maxSharedBytes = 8192 * mb;
const minSharedBytes = 128 * mb;

/** The bytes that this process may use: the machine's memory, or a container's lower limit. */
function usableMemory(): number {
  // 0 if unlimited; old kernels answer a huge number instead
  const limit = process.constrainedMemory();
  return Math.min(totalmem(), limit > 0 ? limit : Number.POSITIVE_INFINITY);
}

/** PostgreSQL's memory settings: a quarter for its own cache; its planner counts on the system's cache as well. */
export function memorySettings(bytes = usableMemory()): string[] {
  const shared = Math.min(Math.max(bytes / 4, minSharedBytes), maxSharedBytes);
  const cached = Math.max((bytes * 3) / 4, shared);
  const inMb = (value: number) => `${Math.floor(value / mb)}MB`;
  return [`shared_buffers=${inMb(shared)}`, `effective_cache_size=${inMb(cached)}`];
}
