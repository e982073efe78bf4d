import { lookup } from "node:dns";
import { BlockList, isIP, type LookupFunction } from "node:net";

/** The networks of a list such as `192.0.2.0/24, 2001:db8::/32, 198.51.100.7`; undefined if one is none. */
export function readNetworks(text: string): BlockList | undefined {
  const networks = new BlockList();
  for (const part of text.split(",").map((network) => network.trim())) {
    const [, address = "", digits] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(part) ?? [];
    const version = isIP(address);
    const bits = version === 4 ? 32 : 128;
    const prefix = Number(digits ?? bits);
    if (version === 0 || prefix > bits) return undefined;
    networks.addSubnet(address, prefix, version === 4 ? "ipv4" : "ipv6");
  }
  return networks;
}

function networks(list: string): BlockList {
  const read = readNetworks(list);
  if (!read) throw new Error(`not a list of networks: ${list}`);
  return read;
}
const closed = networks(
  "0.0.0.0/8,10.0.0.0/8,100.64.0.0/10,127.0.0.0/8,169.254.0.0/16,172.16.0.0/12,192.0.0.0/24,192.168.0.0/16,198.18.0.0/15,224.0.0.0/3",
);
const open = networks("2000::/3");
// ranges that embed an IPv4 address, which may be private (6to4, Teredo), and the range for documentation
const tunnels = networks("2001::/32,2001:db8::/32,2002::/16");

/** Whether an address is on the public internet: not of this machine, its network or its cloud. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !closed.check(address, "ipv4");
  return family === 6 && open.check(address, "ipv6") && !tunnels.check(address, "ipv6");
}

/** Whether a URL's host is a name, or an address that is allowed: what a name leads to is checked by `lookupWithin`. */
export function isHostAllowed({ hostname }: URL, allowed: (address: string) => boolean): boolean {
  const literal = hostname.replace(/^\[|\]$/g, "");
  return isIP(literal) === 0 || allowed(literal);
}

export class AddressNotAllowed extends Error {}

/** Resolves a name; fails with `AddressNotAllowed` if any of its addresses is not allowed. */
export function lookupWithin(allowed: (address: string) => boolean): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      const first = addresses?.[0];
      if (error || !first) return callback(error ?? new Error("no address"), "");
      if (addresses.some(({ address }) => !allowed(address)))
        return callback(new AddressNotAllowed("not an allowed address"), "");
      return options.all ? callback(null, addresses) : callback(null, first.address, first.family);
    });
  };
}
