import { randomBytes } from "node:crypto";
import { createSocket, type Socket } from "node:dgram";
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import {
  type Attribute,
  addressIn,
  attributes,
  decode,
  encode,
  errorCode,
  loginOf,
  success,
  type TurnAnswer,
  types,
  udp,
} from "#server/doctor/turn-messages.ts";
import { systemRandom } from "#server/lib/random.ts";
import { createCoturnRelay } from "#server/ports/relay/coturn.ts";

/**
 * How many calls a relay carries: each side of each call has a place on it, and sends what a browser would, every 20
 * milliseconds. Prints what was lost, how long it took, and what the relay's process used. It needs no browser and no
 * product: what members say to each other does not pass through it.
 */
const { values } = parseArgs({
  options: {
    turn: { type: "string", default: "127.0.0.1:3478" },
    secret: { type: "string" },
    calls: { type: "string", default: "50" },
    kbit: { type: "string", default: "40" },
    seconds: { type: "string", default: "20" },
    pid: { type: "string" },
  },
});
const { secret, pid } = values;
if (secret === undefined) {
  throw new Error(
    "npm run bench:calls -- --secret <static-auth-secret> [--turn host:port] [--kbit 1000] [--pid <relay>]",
  );
}
const [calls, kbit, seconds] = [Number(values.calls), Number(values.kbit), Number(values.seconds)];
const [host = "", port = "3478"] = values.turn.split(":");

const everyMs = 20;
const largest = 1_100;
const channel = 0x4000;
const bind = 0x0009;
const ofBind = { channel: 0x000c, peer: 0x0012 };

type Side = { socket: Socket; relayed: Buffer; sent: number; received: number; delays: number[]; ask: Ask };
type Ask = (
  type: number,
  list: readonly Attribute[],
  key?: Buffer,
) => Promise<{ answer: TurnAnswer; transaction: Buffer }>;

function askOn(socket: Socket): Ask {
  return (type, list, key) =>
    new Promise((resolve, reject) => {
      const transaction = randomBytes(12);
      const patience = setTimeout(() => reject(new Error("the relay does not answer")), 5_000);
      const hear = (bytes: Buffer) => {
        const answer = bytes.length >= 20 ? decode(bytes, transaction) : undefined;
        if (!answer) return;
        clearTimeout(patience);
        socket.off("message", hear);
        resolve({ answer, transaction });
      };
      socket.on("message", hear);
      socket.send(encode(type, transaction, list, key), Number(port), host);
    });
}

const relay = createCoturnRelay({ urls: [], secret }, systemRandom);

/** A place on the relay, and how to let another place send to it. */
async function openSide() {
  const socket = createSocket("udp4");
  await new Promise<void>((resolve) => void socket.bind(0, resolve));
  socket.setRecvBufferSize(1 << 20);
  const ask = askOn(socket);
  const [server] = relay.servers(new Date());
  const transport: Attribute = [attributes.transport, Buffer.from([udp, 0, 0, 0])];
  const user = server && loginOf((await ask(types.allocate, [transport])).answer, server);
  if (!user) throw new Error("the relay asks for no password");
  const { answer, transaction } = await ask(types.allocate, [transport, ...user.login], user.key);
  const masked = answer.attributes.get(attributes.relayed);
  if (answer.type !== types.allocate + success || !masked) throw new Error(`no place: ${errorCode(answer)}`);
  // only addresses of IPv4, whose mask is the magic number alone: the same in each request
  if (addressIn(masked, transaction)?.includes(":")) throw new Error("the relay has no address of IPv4");
  const side: Side = { socket, relayed: masked, sent: 0, received: 0, delays: [], ask };
  const connect = async (other: Side) => {
    const list: Attribute[] = [
      [ofBind.channel, Buffer.from([channel >> 8, channel & 255, 0, 0])],
      [ofBind.peer, other.relayed],
      ...user.login,
    ];
    const { answer: bound } = await ask(bind, list, user.key);
    if (bound.type !== bind + success) throw new Error(`the two can't meet: ${errorCode(bound)}`);
  };
  return { side, connect };
}

/** The processor time of a process so far, in seconds. */
function cpuOf(id: string): number {
  const fields = readFileSync(`/proc/${id}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

function hear(side: Side): void {
  side.socket.on("message", (bytes) => {
    if (bytes.readUInt16BE(0) !== channel) return;
    side.received += 1;
    // one in ten is enough
    if (side.received % 10 === 0) side.delays.push(performance.now() - bytes.readDoubleBE(4));
  });
}

const bytesEach = Math.round((kbit * 1000 * everyMs) / 1000 / 8);
const packets = Math.ceil(bytesEach / largest);
const payload = Buffer.alloc(Math.max(8, Math.floor(bytesEach / packets)));

function send(side: Side): void {
  for (let at = 0; at < packets; at += 1) {
    const frame = Buffer.alloc(4 + payload.length);
    frame.writeUInt16BE(channel, 0);
    frame.writeUInt16BE(payload.length, 2);
    frame.writeDoubleBE(performance.now(), 4);
    side.socket.send(frame, Number(port), host);
    side.sent += 1;
  }
}

const sides: Side[] = [];
for (let call = 0; call < calls; call += 1) {
  const [one, other] = await Promise.all([openSide(), openSide()]);
  await Promise.all([one.connect(other.side), other.connect(one.side)]);
  sides.push(one.side, other.side);
}
for (const side of sides) hear(side);

const before = { cpu: pid ? cpuOf(pid) : 0, own: process.cpuUsage(), at: performance.now() };
let round = 0;
await new Promise<void>((resolve) => {
  const timer = setInterval(() => {
    // catches up if a round came late, as a browser's clock does
    for (; round * everyMs <= performance.now() - before.at; round += 1) for (const side of sides) send(side);
    if (performance.now() - before.at < seconds * 1000) return;
    clearInterval(timer);
    setTimeout(resolve, 500);
  }, everyMs / 2);
});
const took = (performance.now() - before.at) / 1000;
const own = process.cpuUsage(before.own);
const sum = (of: (side: Side) => number) => sides.reduce((total, side) => total + of(side), 0);
const [sent, received] = [sum((side) => side.sent), sum((side) => side.received)];
const delays = sides.flatMap((side) => side.delays).sort((a, b) => a - b);
const delayAt = (share: number) => (delays[Math.floor(delays.length * share)] ?? 0).toFixed(1);
const percent = (value: number) => `${(value * 100).toFixed(1)} %`;
const lines = [
  `${calls} calls, ${kbit} kbit/s from each side, ${Math.round(took)} seconds`,
  `through the relay: ${((received * payload.length * 8) / took / 1e6).toFixed(1)} Mbit/s`,
  `lost: ${sent - received} of ${sent} packets (${percent((sent - received) / sent)})`,
  `delay: ${delayAt(0.5)} ms, of one packet in a hundred ${delayAt(0.99)} ms or more`,
  ...(pid ? [`the relay's process: ${percent((cpuOf(pid) - before.cpu) / took)} of a core`] : []),
  `this script: ${percent((own.user + own.system) / 1e6 / took)} of a core`,
];
process.stdout.write(`${lines.join("\n")}\n`);
for (const { socket } of sides) socket.close();
