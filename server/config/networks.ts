import { BlockList, isIP } from "node:net";

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
