import { randomBytes } from "node:crypto";
import { createSocket } from "node:dgram";
import { connect, isIPv6, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";

import {
  type Attribute,
  addressIn,
  attributes,
  decode,
  encode,
  errorCode,
  failure,
  loginOf,
  number32,
  success,
  type TurnAnswer,
  types,
  udp,
} from "./turn-messages.ts";

/** Why a relay does not do what calls need. */
export class TurnProblem extends Error {
  readonly kind: "silent" | "refused" | "unusable";
  constructor(kind: TurnProblem["kind"], message: string) {
    super(message);
    this.kind = kind;
  }
}

export type TurnLogin = { username: string; credential: string };

/** Sends a request and waits for its answer. */
type Exchange = (request: Buffer, transaction: Buffer) => Promise<TurnAnswer>;
type Line = { exchange: Exchange; close(): void };

const silent = () => new TurnProblem("silent", "no answer");
const resendMs = 500;

/** A request may be lost on its way, so it is sent again. */
function openUdp(host: string, port: number, patienceMs: number): Line {
  const socket = createSocket(isIPv6(host) ? "udp6" : "udp4");
  const exchange: Exchange = (request, transaction) =>
    new Promise((resolve, reject) => {
      const send = () => socket.send(request, port, host, (error) => error && finish(() => reject(error)));
      const again = setInterval(send, resendMs);
      const patience = setTimeout(() => finish(() => reject(silent())), patienceMs);
      const finish = (run: () => void) => {
        clearInterval(again);
        clearTimeout(patience);
        socket.removeAllListeners();
        run();
      };
      socket.on("message", (bytes) => {
        const answer = decode(bytes, transaction);
        if (answer) finish(() => resolve(answer));
      });
      socket.on("error", (error) => finish(() => reject(error)));
      send();
    });
  return { exchange, close: () => socket.close() };
}

async function openStream(host: string, port: number, patienceMs: number, secure: boolean): Promise<Line> {
  const socket: Socket = await new Promise((resolve, reject) => {
    const opened = secure ? connectTls({ host, port, servername: host }) : connect({ host, port });
    opened.setTimeout(patienceMs, () => opened.destroy(silent()));
    opened.once("error", reject);
    opened.once(secure ? "secureConnect" : "connect", () => resolve(opened));
  });
  const exchange: Exchange = (request, transaction) =>
    new Promise((resolve, reject) => {
      let received = Buffer.alloc(0);
      socket.removeAllListeners("data").removeAllListeners("error").removeAllListeners("close");
      socket.on("data", (bytes: Buffer) => {
        received = Buffer.concat([received, bytes]);
        const answer = decode(received, transaction);
        if (answer) resolve(answer);
      });
      socket.on("error", reject);
      socket.on("close", () => reject(silent()));
      socket.write(request);
    });
  return { exchange, close: () => socket.destroy() };
}

const form = /^(?<scheme>turns?):(?<host>\[[^\]]+\]|[^:?]+)(?::(?<port>\d+))?(?:\?transport=(?<transport>udp|tcp))?$/i;

async function open(url: string, patienceMs: number): Promise<Line> {
  const { scheme = "", host = "", port, transport } = form.exec(url)?.groups ?? {};
  const isSecure = scheme.toLowerCase() === "turns";
  const at = [host.replace(/^\[|\]$/g, ""), Number(port ?? (isSecure ? 5349 : 3478)), patienceMs] as const;
  if (!isSecure && transport?.toLowerCase() !== "tcp") return openUdp(...at);
  return await openStream(...at, isSecure);
}

/**
 * Asks a relay what a browser asks it for: whether it is there (a binding of STUN), and a place to relay from (an
 * allocation of TURN, RFC 8656), which is given back at once. Returns the address that it relays from.
 */
export async function askTurn(url: string, { username, credential }: TurnLogin, patienceMs: number): Promise<string> {
  const line = await open(url, patienceMs);
  const ask = async (type: number, list: readonly Attribute[], key?: Buffer) => {
    const transaction = randomBytes(12);
    return { transaction, answer: await line.exchange(encode(type, transaction, list, key), transaction) };
  };
  try {
    const { answer: bound } = await ask(types.binding, []);
    if (bound.type !== types.binding + success) throw new TurnProblem("unusable", "it is no STUN server");
    const transport: Attribute = [attributes.transport, Buffer.from([udp, 0, 0, 0])];
    const { answer: challenge } = await ask(types.allocate, [transport]);
    if (challenge.type === types.allocate + success)
      throw new TurnProblem("unusable", "it relays for anyone, without a password");
    const user = loginOf(challenge, { username, credential });
    if (!user) throw new TurnProblem("unusable", `it answers ${errorCode(challenge)}, and asks for no password`);
    const { login, key } = user;
    const { answer, transaction } = await ask(types.allocate, [transport, ...login], key);
    if (answer.type === types.allocate + failure) {
      const code = errorCode(answer);
      throw new TurnProblem(code === 401 ? "refused" : "unusable", `it answers ${code}`);
    }
    const address = addressIn(answer.attributes.get(attributes.relayed), transaction);
    if (address === undefined) throw new TurnProblem("unusable", "it names no address that it relays from");
    await ask(types.refresh, [[attributes.lifetime, number32(0)], ...login], key);
    return address;
  } finally {
    line.close();
  }
}
