import { basisOf } from "#server/db/without-primary.ts";
import { type Finding, good, wrong } from "./finding.ts";
import type { Probes } from "./probes.ts";

const about = "servers";

/** Whether reads would go on at the replicas if the primary were lost now (D12.2). */
export async function checkServers(urls: readonly string[], probes: Probes): Promise<Finding[]> {
  if (urls.length === 0) return [];
  const states = await probes.servers(urls);
  const silent = urls.filter((_, index) => !states[index]).map((url) => new URL(url).host);
  if (silent.length > 0) return [wrong(about, `${silent.join(", ")} of DATABASE_SERVERS does not answer`)];
  const primaries = states.filter((state) => !state?.isReplica).length;
  if (primaries !== 1) return [wrong(about, `${primaries} of DATABASE_SERVERS take writes: see patronictl list`)];
  if (basisOf(states)) return [good(about, "without the primary reads would go on at the replicas")];
  const why = "the primary has to replicate synchronously to each of DATABASE_SERVERS and to no other server";
  return [wrong(about, `without the primary nothing would be read: ${why}, and the role needs pg_read_all_stats`)];
}
