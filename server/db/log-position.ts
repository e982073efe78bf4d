/** An expression that tells servers apart which are reached at the same address, such as through HAProxy. */
export const serverName = "concat_ws(' ', inet_server_addr(), inet_server_port(), pg_postmaster_start_time())";

export const noReplicaReason = "it is not a replica";

/** A position in the log, `16/B374D848`, as a number. Throws if there is none: it is not a replica. */
export function parsePosition(text: string | null | undefined): bigint {
  const [, high, low] = /^([0-9A-F]+)\/([0-9A-F]+)$/i.exec(text ?? "") ?? [];
  if (high === undefined || low === undefined) throw new Error(noReplicaReason);
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
}
