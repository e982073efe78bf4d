import { spawnSync } from "node:child_process";

/** The machines of the drill, by their names in `deploy/ha`. Each is a network namespace of this machine. */
export const machineNames = ["one", "two", "three"] as const;
export type MachineName = (typeof machineNames)[number];

const bridge = "rdv-drill";
const network = "10.77.0";
/** This machine in the drill's network: members, the proxy in front, the store of photos. */
export const outsideAddress = `${network}.254`;

export const addressOf = (name: MachineName): string => `${network}.${machineNames.indexOf(name) + 1}`;
/** The name of a machine's namespace, and of its cable's end at the bridge. */
const namespaceOf = (name: MachineName) => `rdv-${name}`;

function ip(...args: string[]): void {
  const { status, stderr } = spawnSync("ip", args, { encoding: "utf8" });
  if (status !== 0) throw new Error(`ip ${args.join(" ")}: ${stderr.trim()}`);
}

/** The command that runs another one in a machine's network. */
export const inside = (name: MachineName): string[] => ["ip", "netns", "exec", namespaceOf(name)];

/** Makes a bridge and three namespaces that are connected to it. Needs root. */
export function createNetwork(): void {
  removeNetwork();
  ip("link", "add", bridge, "type", "bridge");
  ip("addr", "add", `${outsideAddress}/24`, "dev", bridge);
  ip("link", "set", bridge, "up");
  for (const name of machineNames) {
    ip("netns", "add", namespaceOf(name));
    ip("link", "add", namespaceOf(name), "type", "veth", "peer", "name", "eth0", "netns", namespaceOf(name));
    ip("link", "set", namespaceOf(name), "master", bridge, "up");
    ip("-n", namespaceOf(name), "addr", "add", `${addressOf(name)}/24`, "dev", "eth0");
    ip("-n", namespaceOf(name), "link", "set", "eth0", "up");
    ip("-n", namespaceOf(name), "link", "set", "lo", "up");
  }
}

/** The processes that run in a machine's network. */
export function processesOf(name: MachineName): number[] {
  const { stdout } = spawnSync("ip", ["netns", "pids", namespaceOf(name)], { encoding: "utf8" });
  return stdout.split("\n").filter(Boolean).map(Number);
}

/** Ends whatever runs in the namespaces, and removes them and the bridge. What is not there is no error. */
export function removeNetwork(): void {
  for (const name of machineNames) {
    // a process may have begun another one meanwhile
    for (let pids = processesOf(name); pids.length > 0; pids = processesOf(name)) {
      spawnSync("kill", ["-KILL", ...pids.map(String)]);
    }
    spawnSync("ip", ["netns", "del", namespaceOf(name)]);
    spawnSync("ip", ["link", "del", namespaceOf(name)]);
  }
  spawnSync("ip", ["link", "del", bridge]);
}

/** Pulls a machine's cable, or plugs it in again. */
export const plug = (name: MachineName, isIn: boolean): void =>
  ip("link", "set", namespaceOf(name), isIn ? "up" : "down");

/** Drops what a machine and the two others send each other; members still reach all three. */
export function split(name: MachineName, isSplit: boolean): void {
  for (const other of machineNames.filter((each) => each !== name)) {
    for (const direction of ["INPUT -s", "OUTPUT -d"]) {
      const rule = [isSplit ? "-A" : "-D", ...direction.split(" "), addressOf(other), "-j", "DROP"];
      const [program = "", ...args] = [...inside(name), "iptables", ...rule];
      spawnSync(program, args);
    }
  }
}
