import { BlockList, isIP } from "node:net";

/** The services of Chromium browsers, Firefox, Edge and Safari; a leading dot includes all subdomains. */
const services = [
  "fcm.googleapis.com",
  "updates.push.services.mozilla.com",
  ".notify.windows.com",
  ".push.apple.com",
] as const;

/** Whether a URL belongs to a known push service: https, the default port, no login in it. */
export function isPushService(endpoint: string): boolean {
  const url = URL.parse(endpoint);
  if (url?.protocol !== "https:" || url.port !== "" || url.username !== "" || url.password !== "") return false;
  return services.some((name) => (name.startsWith(".") ? url.hostname.endsWith(name) : url.hostname === name));
}

const closed = new BlockList();
const networks: [network: string, prefix: number, family: "ipv4" | "ipv6"][] = [
  ["0.0.0.0", 8, "ipv4"],
  ["10.0.0.0", 8, "ipv4"],
  ["100.64.0.0", 10, "ipv4"],
  ["127.0.0.0", 8, "ipv4"],
  ["169.254.0.0", 16, "ipv4"],
  ["172.16.0.0", 12, "ipv4"],
  ["192.0.0.0", 24, "ipv4"],
  ["192.168.0.0", 16, "ipv4"],
  ["198.18.0.0", 15, "ipv4"],
  ["224.0.0.0", 3, "ipv4"],
];
for (const [network, prefix, family] of networks) closed.addSubnet(network, prefix, family);

const open = new BlockList();
open.addSubnet("2000::", 3, "ipv6");
const tunnels = new BlockList();
// ranges that embed another, maybe private, address: 6to4, Teredo; and those for documentation
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
