import type { Config } from "#server/config/config.ts";
import { attempt, type Finding, good, note, wrong } from "./finding.ts";
import type { Probes } from "./probes.ts";

const replica = "replica";

const megabyte = 1024 * 1024;
/** More than a healthy replica is ever behind: it replays within milliseconds. */
const mostBehind = 16 * megabyte;

type Given = Pick<Config, "replicaUrl" | "directUrl" | "databaseUrl">;

/** Whether the replica of the primary with these settings can take reads (D12.2). */
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
