import { createHash, createHmac } from "node:crypto";

const magic = 0x2112a442;
export const types = { binding: 0x0001, allocate: 0x0003, refresh: 0x0004 };
export const success = 0x0100;
export const failure = 0x0110;
export const attributes = {
  username: 0x0006,
  integrity: 0x0008,
  error: 0x0009,
  lifetime: 0x000d,
  relayed: 0x0016,
  realm: 0x0014,
  nonce: 0x0015,
  transport: 0x0019,
};
const headerBytes = 20;
const integrityBytes = 24;
export const udp = 17;

export type Attribute = readonly [type: number, value: Buffer];

export const number32 = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};

function encodeAttribute([type, value]: Attribute): Buffer {
  const head = Buffer.alloc(4);
  head.writeUInt16BE(type, 0);
  head.writeUInt16BE(value.length, 2);
  return Buffer.concat([head, value, Buffer.alloc((4 - (value.length % 4)) % 4)]);
}

/** A request of STUN (RFC 8489); with `key` it proves that its author knows the password. */
export function encode(type: number, transaction: Buffer, list: readonly Attribute[], key?: Buffer): Buffer {
  const body = Buffer.concat(list.map(encodeAttribute));
  const header = (length: number) => {
    const head = Buffer.alloc(8);
    head.writeUInt16BE(type, 0);
    head.writeUInt16BE(length, 2);
    head.writeUInt32BE(magic, 4);
    return Buffer.concat([head, transaction]);
  };
  if (!key) return Buffer.concat([header(body.length), body]);
  const signed = Buffer.concat([header(body.length + integrityBytes), body]);
  const integrity = createHmac("sha1", key).update(signed).digest();
  return Buffer.concat([signed, encodeAttribute([attributes.integrity, integrity])]);
}

export type TurnAnswer = { type: number; attributes: ReadonlyMap<number, Buffer> };

/** The whole message at the beginning of these bytes; undefined: there is none yet. */
export function decode(bytes: Buffer, transaction: Buffer): TurnAnswer | undefined {
  if (bytes.length < headerBytes || bytes.length < headerBytes + bytes.readUInt16BE(2)) return undefined;
  if (!bytes.subarray(8, headerBytes).equals(transaction)) return undefined;
  const list = new Map<number, Buffer>();
  const end = headerBytes + bytes.readUInt16BE(2);
  for (let at = headerBytes; at + 4 <= end; ) {
    const length = bytes.readUInt16BE(at + 2);
    list.set(bytes.readUInt16BE(at), bytes.subarray(at + 4, at + 4 + length));
    at += 4 + length + ((4 - (length % 4)) % 4);
  }
  return { type: bytes.readUInt16BE(0), attributes: list };
}

export function errorCode(answer: TurnAnswer): number {
  const value = answer.attributes.get(attributes.error);
  return value && value.length >= 4 ? (value[2] ?? 0) * 100 + (value[3] ?? 0) : 0;
}

/** The address in an attribute that is masked with the magic number and the transaction (RFC 8489, 14.2). */
export function addressIn(value: Buffer | undefined, transaction: Buffer): string | undefined {
  if (!value || value.length < 8) return undefined;
  const mask = Buffer.concat([number32(magic), transaction]);
  const bytes = value.subarray(4).map((byte, at) => byte ^ (mask[at] ?? 0));
  if (value[1] === 1) return [...bytes.subarray(0, 4)].join(".");
  return Buffer.from(bytes).toString("hex").match(/.{4}/g)?.join(":");
}

/** What a request of a user has besides its own attributes, and the key that signs it. */
export function loginOf(challenge: TurnAnswer, { username, credential }: { username: string; credential: string }) {
  const [realm, nonce] = [challenge.attributes.get(attributes.realm), challenge.attributes.get(attributes.nonce)];
  if (!realm || !nonce) return undefined;
  const login: Attribute[] = [
    [attributes.username, Buffer.from(username)],
    [attributes.realm, realm],
    [attributes.nonce, nonce],
  ];
  return { login, key: createHash("md5").update(`${username}:${realm.toString()}:${credential}`).digest() };
}
