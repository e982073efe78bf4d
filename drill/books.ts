import { runOn, urlOf } from "./cluster.ts";
import { type Load, type Write, writes } from "./load.ts";
import type { Machine } from "./machine.ts";

export type Books = {
  acknowledged: number;
  /** Acknowledged, and not there. */
  lost: number;
  /** The same by what was lost: the kind of the write and its name. */
  lostNames: string[];
  /** There more than once. */
  doubled: number;
  /** Wallets that are not the sum of their ledger. */
  wrongWallets: number;
};

const effects = `
  select 'texts' as act, body as name, count(*)::int from messages where attachment is null group by body
  union all select 'gifts', body, count(*)::int from messages join gifts on message_id = messages.id group by body
  union all select 'photos', body, count(*)::int from messages join chat_photos on message_id = messages.id group by body
  union all select 'likes', from_id || ' ' || to_id, count(*)::int from likes group by from_id, to_id
  union all select 'payments', cause_id::text, count(*)::int from ledger where cause = 'purchase' group by cause_id`;

const wrongWallets = `
  select count(*)::int as count from wallets where credits <>
    (select coalesce(sum(amount), 0) from ledger where ledger.member_id = wallets.member_id)`;

/** Compares what was acknowledged since the drill began with what the primary has. */
export async function compareBooks(leader: Machine, load: Load, fenceNames: readonly string[]): Promise<Books> {
  const rows = await runOn<{ act: Write; name: string; count: number }>(urlOf(leader), effects);
  const [wallets] = await runOn<{ count: number }>(urlOf(leader), wrongWallets);
  const fence = await runOn<{ name: string }>(urlOf(leader), "select name from drill_fence");
  const counts = new Map(rows.map(({ act, name, count }) => [`${act} ${name}`, count]));
  const names = writes.flatMap((act) => [...load.acknowledged[act]].map((name) => `${act} ${name}`));
  const kept = new Set(fence.map(({ name }) => name));
  const lostNames = [
    ...names.filter((name) => !counts.has(name)),
    ...fenceNames.filter((name) => !kept.has(name)).map((name) => `fence ${name}`),
  ];
  return {
    acknowledged: names.length + fenceNames.length,
    lost: lostNames.length,
    lostNames,
    doubled: rows.filter(({ name, count }) => count > 1 && name.length >= 36).length,
    wrongWallets: wallets?.count ?? 0,
  };
}
