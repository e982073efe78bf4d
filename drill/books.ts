import { findHealthyLeader, runOn, urlOf } from "./cluster.ts";
import { waitFor } from "./faults.ts";
import type { Machine } from "./machine.ts";
import type { Round } from "./report.ts";

export const effects = `
  select 'texts ' || body as name, count(*)::int from messages where attachment is null group by body
  union all select 'gifts ' || body, count(*)::int from messages join gifts on message_id = messages.id group by body
  union all select 'photos ' || body, count(*)::int from messages join chat_photos on message_id = messages.id
    group by body
  union all select 'likes ' || from_id || ' ' || to_id, count(*)::int from likes group by from_id, to_id
  union all select 'payments ' || cause_id, count(*)::int from ledger where cause = 'purchase' group by cause_id`;
const fenced = "union all select 'fence ' || name, count(*)::int from drill_fence group by name";

export const wrongWallets = `
  select member_id::text as name from wallets where credits <>
    (select coalesce(sum(amount), 0) from ledger where ledger.member_id = wallets.member_id)`;

/** Credits of a purchase come by a job, which runs again a minute after its worker vanished (docs/subjects.md). */
const paymentMs = 180_000;
const primaryMs = 120_000;

const isPayment = (name: string) => name.startsWith("payments ");

/**
 * Compares what was acknowledged with what the primary has. Everything since the drill began is compared each time,
 * because a later fault could lose it. What is wrong counts once, for the round after which it was found.
 */
export function openBooks(machines: readonly Machine[]) {
  const entries: { round: Round; names: readonly string[] }[] = [];
  const reported = new Set<string>();

  async function readOnce() {
    const names = entries.flatMap((entry) => entry.names);
    const leader = await findHealthyLeader(machines);
    if (!leader) return undefined;
    const url = urlOf(leader);
    const rows = await runOn<{ name: string; count: number }>(url, `${effects} ${fenced}`);
    const counts = new Map(rows.map(({ name, count }) => [name, count]));
    return {
      lost: names.filter((name) => !counts.has(name)),
      // only names of the drill are this long
      doubled: rows.filter(({ name, count }) => count > 1 && name.length > 36).map(({ name }) => name),
      wrongWallets: (await runOn<{ name: string }>(url, wrongWallets)).map(({ name }) => name),
    };
  }

  // a fault of the next round may cut it off
  const read = () => waitFor("a primary that can be compared", primaryMs, readOnce);

  type Wrong = Awaited<ReturnType<typeof read>>;
  function note(kind: keyof Wrong, name: string, round: Round | undefined): void {
    if (!round || reported.has(`${kind} ${name}`)) return;
    reported.add(`${kind} ${name}`);
    round[kind] += 1;
    round.wrong.push(`${kind}: ${name}`);
  }
  const noteAll = (wrong: Wrong, roundOf: (name: string) => Round | undefined) => {
    for (const kind of ["lost", "doubled", "wrongWallets"] as const) {
      for (const name of wrong[kind]) note(kind, name, roundOf(name));
    }
  };

  return {
    add: (round: Round, names: readonly string[]) => void entries.push({ round, names }),
    /** Compares while the next round runs; purchases whose job may still run are left for `close`. */
    async compare(): Promise<void> {
      const last = entries.at(-1)?.round;
      const wrong = await read();
      noteAll({ ...wrong, lost: wrong.lost.filter((name) => !isPayment(name)) }, () => last);
    },
    /** Compares for the last time; what is still missing counts for the round in which it was acknowledged. */
    async close(): Promise<void> {
      const complete = async () =>
        (await read()).lost.every((name) => reported.has(`lost ${name}`)) ? true : undefined;
      await waitFor("the jobs of all purchases", paymentMs, complete).catch(() => {});
      const last = entries.at(-1)?.round;
      noteAll(await read(), (name) => entries.find(({ names }) => names.includes(name))?.round ?? last);
    },
  };
}
