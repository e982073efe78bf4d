import { createHash, createHmac } from "node:crypto";
import { createSocket } from "node:dgram";
import { createServer } from "node:net";
import { onTestFinished } from "vitest";

type Behaviour = {
  secret: string;
  /** It answers an allocation with this error. */
  error?: number;
  /** It asks for no password. */
  open?: boolean;
  /** It does not answer the first datagrams. */
  losesFirst?: number;
};

const realm = "turn.example.org";
const cookie = Buffer.from("2112a442", "hex");

const attribute = (type: number, value: Buffer) => {
  const head = Buffer.from([type >> 8, type & 255, value.length >> 8, value.length & 255]);
  return Buffer.concat([head, value, Buffer.alloc(-value.length & 3)]);
};
const errorOf = (code: number) =>
  attribute(0x0009, Buffer.concat([Buffer.from([0, 0, Math.floor(code / 100), code % 100]), Buffer.from("no")]));

/** The value of an attribute of a request. */
function attributeOf(request: Buffer, type: number): Buffer | undefined {
  for (let at = 20; at < request.length; ) {
    const length = request.readUInt16BE(at + 2);
    if (request.readUInt16BE(at) === type) return request.subarray(at + 4, at + 4 + length);
    at += 4 + ((length + 3) & ~3);
  }
  return undefined;
}

/** RFC 8489, 14.5: over all before the attribute, with the length up to its end. */
function isSigned(request: Buffer, secret: string): boolean {
  const username = attributeOf(request, 0x0006)?.toString() ?? "";
  const password = createHmac("sha1", secret).update(username).digest("base64");
  const key = createHash("md5").update(`${username}:${realm}:${password}`).digest();
  const digest = createHmac("sha1", key).update(request.subarray(0, -24)).digest();
  return digest.equals(attributeOf(request, 0x0008) ?? Buffer.alloc(0)) && Number(username.split(":")[0]) > 1e9;
}

function answer(request: Buffer, { secret, error, open }: Behaviour): Buffer {
  const type = request.readUInt16BE(0);
  const reply = (kind: number, ...attributes: Buffer[]) => {
    const body = Buffer.concat(attributes);
    const head = Buffer.from([(type | kind) >> 8, (type | kind) & 255, body.length >> 8, body.length & 255]);
    return Buffer.concat([head, cookie, request.subarray(8, 20), body]);
  };
  if (type === 0x0001) return reply(0x0100);
  const isAnonymous = attributeOf(request, 0x0008) === undefined;
  if (isAnonymous && !open) {
    return reply(0x0110, errorOf(401), attribute(0x0014, Buffer.from(realm)), attribute(0x0015, Buffer.from("once")));
  }
  if (!isAnonymous && !isSigned(request, secret)) return reply(0x0110, errorOf(401));
  if (error !== undefined) return reply(0x0110, errorOf(error));
  const address = [198, 51, 100, 7].map((byte, at) => byte ^ (cookie[at] ?? 0));
  return reply(0x0100, attribute(0x0016, Buffer.from([0, 1, 0, 0, ...address])));
}

/** A stand-in of a TURN server, over UDP and TCP on one port, until the test ends. It relays nothing. */
export async function startTestTurn(behaviour: Behaviour) {
  const requests: number[] = [];
  let lost = 0;
  const tcp = createServer((socket) => {
    socket.on("data", (request) => {
      requests.push(request.readUInt16BE(0));
      const bytes = answer(request, behaviour);
      // in two pieces, as a network may deliver it
      socket.write(bytes.subarray(0, 7));
      setTimeout(() => socket.write(bytes.subarray(7)), 5);
    });
    socket.on("error", () => {});
  });
  await new Promise<void>((resolve) => void tcp.listen(0, "127.0.0.1", resolve));
  const { port } = tcp.address() as { port: number };
  const udp = createSocket("udp4");
  udp.on("message", (request, { port: to, address }) => {
    requests.push(request.readUInt16BE(0));
    if (lost < (behaviour.losesFirst ?? 0)) lost += 1;
    else udp.send(answer(request, behaviour), to, address);
  });
  await new Promise<void>((resolve) => void udp.bind(port, "127.0.0.1", resolve));
  onTestFinished(() => {
    udp.close();
    tcp.close();
  });
  return { port, requests };
}
