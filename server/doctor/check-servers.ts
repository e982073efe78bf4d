import { basisOf } from "#server/db/without-primary.ts";
import { type Finding, good, wrong } from "./finding.ts";
import type { Probes } from "./probes.ts";

const about = "servers";

/** Whether reads would go on at the replicas if the primary of the cluster `system` were lost now (D12.2). */
export async function checkServers(
  urls: readonly string[],
  system: string | undefined,
  probes: Probes,
): Promise<Finding[]> {
  if (urls.length === 0) return [];
  const states = await probes.servers(urls);
  const silent = urls.filter((_, index) => !states[index]).map((url) => new URL(url).host);
  if (silent.length > 0) return [wrong(about, `${silent.join(", ")} of DATABASE_SERVERS does not answer`)];
  const primaries = states.flatMap((state) => (state && !state.isReplica ? [state] : []));
  const [primary] = primaries;
  if (!primary || primaries.length > 1) {
    return [wrong(about, `${primaries.length} of DATABASE_SERVERS take writes: see patronictl list`)];
  }
  if (system !== undefined && primary.system !== system) {
    return [wrong(about, "DATABASE_SERVERS are servers of another database than DATABASE_DIRECT_URL's")];
  }
  const named = states.map((state) => state?.confirmsAs);
  const missing = primary.synchronous.filter((name) => !named.includes(name));
  if (missing.length > 0) {
    return [wrong(about, `${missing.join(", ")} confirms commits of the primary: name it in DATABASE_SERVERS too`)];
  }
  if (basisOf(states, primary.system)) return [good(about, "without the primary reads would go on at the replicas")];
  const why = "the primary has to replicate synchronously to each of DATABASE_SERVERS and to no other server";
  return [wrong(about, `without the primary nothing would be read: ${why}, and the role needs pg_read_all_stats`)];
}
