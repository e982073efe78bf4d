import type { Config } from "#server/config/config.ts";
import { basisOf } from "#server/db/without-primary.ts";
import { attempt, type Finding, good, note, wrong } from "./finding.ts";
import type { Probes } from "./probes.ts";

const about = "servers";
const replica = "replica";

/** Whether reads would go on at the replicas if the primary of the cluster `system` were lost now. */
export async function checkServers(urls: readonly string[], system: string | undefined, probes: Probes) {
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

const megabyte = 1024 * 1024;
/** More than a healthy replica is ever behind: it replays within milliseconds. */
const mostBehind = 16 * megabyte;

type Given = Pick<Config, "replicaUrl" | "directUrl" | "databaseUrl">;

/** Whether the replica of the primary with these settings can take reads. */
export async function checkReplica(
  { replicaUrl, directUrl, databaseUrl }: Given,
  primary: Record<string, string>,
  probes: Probes,
): Promise<Finding[]> {
  const primaryUrl = directUrl ?? databaseUrl;
  if (replicaUrl === undefined || primaryUrl === undefined) return [];
  const todo = "does not answer, so the primary answers everything: check DATABASE_REPLICA_URL, and that it runs";
  return await attempt(replica, todo, async () => {
    const { settings, isReplica, isOfPrimary, behindBytes } = await probes.replica(replicaUrl, primaryUrl);
    if (!isReplica)
      return [wrong(replica, "it takes writes, so it is not a replica: let DATABASE_REPLICA_URL name one")];
    if (!isOfPrimary) return [wrong(replica, "it is a replica of another database: check both URLs")];
    const findings: Finding[] = [];
    const behind = `${Math.ceil(behindBytes / megabyte)} MB behind`;
    if (behindBytes > mostBehind) {
      findings.push(wrong(replica, `it is ${behind} and gets no reads: check its disk, and pg_stat_replication`));
    } else findings.push(good(replica, `it follows the primary, ${behind}`));
    if (settings.server_version !== primary.server_version) {
      const versions = `${settings.server_version}, the primary is ${primary.server_version}`;
      findings.push(note(replica, `it is PostgreSQL ${versions}: finish the update`));
    }
    if (settings.hot_standby_feedback === "off") {
      const why = "searches on it are cancelled while the primary removes old rows";
      findings.push(note(replica, `hot_standby_feedback is off: ${why}; set it to on`));
    }
    return findings;
  });
}
