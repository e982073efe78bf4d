import { lookup } from "node:dns";
import { BlockList, isIP, type LookupFunction } from "node:net";

const closed = new BlockList();
const networks: [network: string, prefix: number][] = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["224.0.0.0", 3],
];
for (const [network, prefix] of networks) closed.addSubnet(network, prefix, "ipv4");

const open = new BlockList();
open.addSubnet("2000::", 3, "ipv6");
const tunnels = new BlockList();
// ranges that embed an IPv4 address, which may be private (6to4, Teredo), and the range for documentation
for (const [network, prefix] of [
  ["2001::", 32],
  ["2001:db8::", 32],
  ["2002::", 16],
] as const) {
  tunnels.addSubnet(network, prefix, "ipv6");
}

/** Whether an address is on the public internet: not of this machine, its network or its cloud. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !closed.check(address, "ipv4");
  return family === 6 && open.check(address, "ipv6") && !tunnels.check(address, "ipv6");
}

/** The error for a name that resolves to an address that is not allowed. */
export class AddressNotAllowed extends Error {}

/** Resolves a name; fails with `AddressNotAllowed` if any of its addresses is not allowed. */
export function lookupWithin(allowed: (address: string) => boolean): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, found) => {
      const first = found?.[0];
      if (error || !first) return callback(error ?? new Error("no address"), "");
      if (found.some(({ address }) => !allowed(address)))
        return callback(new AddressNotAllowed("not an allowed address"), "");
      return options.all ? callback(null, found) : callback(null, first.address, first.family);
    });
  };
}
