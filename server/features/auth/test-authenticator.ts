import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";
import type { z } from "zod";
import type { CreatedCredential, creationOptions, requestOptions, UsedCredential } from "#contract/passkeys.ts";

type Cbor = number | string | Uint8Array | Map<Cbor, Cbor>;

/** The part of CBOR that attestations need. */
function cbor(value: Cbor): Buffer {
  const head = (major: number, count: number) => {
    if (count < 24) return Buffer.from([(major << 5) | count]);
    if (count < 256) return Buffer.from([(major << 5) | 24, count]);
    return Buffer.from([(major << 5) | 25, count >> 8, count & 255]);
  };
  if (typeof value === "number") return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === "string") return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (value instanceof Map) {
    return Buffer.concat([head(5, value.size), ...[...value].flatMap(([key, inner]) => [cbor(key), cbor(inner)])]);
  }
  return Buffer.concat([head(2, value.length), value]);
}

const sha256 = (data: string | Uint8Array) => createHash("sha256").update(data).digest();
const text = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64url");

/** The public key as authenticators write it (COSE). */
function coseKey(key: KeyObject): Buffer {
  const jwk = key.export({ format: "jwk" });
  const part = (value = "") => Buffer.from(value, "base64url");
  if (jwk.kty === "EC")
    return cbor(
      new Map<Cbor, Cbor>([
        [1, 2],
        [3, jwk.crv === "P-256" ? -7 : -35],
        [-1, 1],
        [-2, part(jwk.x)],
        [-3, part(jwk.y)],
      ]),
    );
  if (jwk.kty === "OKP")
    return cbor(
      new Map<Cbor, Cbor>([
        [1, 1],
        [3, -8],
        [-1, 6],
        [-2, part(jwk.x)],
      ]),
    );
  return cbor(
    new Map<Cbor, Cbor>([
      [1, 3],
      [3, -257],
      [-1, part(jwk.n)],
      [-2, part(jwk.e)],
    ]),
  );
}

const makeKeys = {
  es256: () => generateKeyPairSync("ec", { namedCurve: "P-256" }),
  es384: () => generateKeyPairSync("ec", { namedCurve: "P-384" }),
  eddsa: () => generateKeyPairSync("ed25519"),
  rs256: () => generateKeyPairSync("rsa", { modulusLength: 2048 }),
};

/** What a dishonest or broken authenticator does differently. */
export type AuthenticatorFlaw = {
  origin?: string;
  rpId?: string;
  challenge?: string;
  counter?: number;
  /** False: the user was not verified by finger, face or PIN. */
  verified?: boolean;
  userHandle?: string | null;
  type?: string;
};

/** An authenticator in software, with one passkey: real keys, real attestations ("none") and assertions. */
export class TestAuthenticator {
  readonly id = randomBytes(32);
  readonly keys: { publicKey: KeyObject; privateKey: KeyObject };
  readonly origin: string;
  counter = 0;
  handle = "";
  constructor({ origin = "http://localhost", algorithm = "es256" as keyof typeof makeKeys } = {}) {
    this.origin = origin;
    this.keys = makeKeys[algorithm]();
  }

  private clientData(type: string, challenge: string, twist: AuthenticatorFlaw): Buffer {
    const data = {
      type: twist.type ?? type,
      challenge: twist.challenge ?? challenge,
      origin: twist.origin ?? this.origin,
    };
    return Buffer.from(JSON.stringify({ ...data, crossOrigin: false }));
  }

  private data(rpId: string, twist: AuthenticatorFlaw, attested: Buffer | null): Buffer {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(twist.counter ?? this.counter);
    const flags = 0x01 | (twist.verified === false ? 0 : 0x04) | (attested ? 0x40 : 0);
    return Buffer.concat([sha256(twist.rpId ?? rpId), Buffer.from([flags]), count, attested ?? Buffer.alloc(0)]);
  }

  create(options: z.output<typeof creationOptions>, twist: AuthenticatorFlaw = {}): CreatedCredential {
    this.handle = options.user.id;
    const length = Buffer.from([this.id.length >> 8, this.id.length & 255]);
    const attested = Buffer.concat([Buffer.alloc(16), length, this.id, coseKey(this.keys.publicKey)]);
    const authData = this.data(options.rp.id, twist, attested);
    const attestation = new Map<Cbor, Cbor>([
      ["fmt", "none"],
      ["attStmt", new Map()],
      ["authData", authData],
    ]);
    return {
      id: text(this.id),
      rawId: text(this.id),
      type: "public-key",
      clientExtensionResults: {},
      response: {
        clientDataJSON: text(this.clientData("webauthn.create", options.challenge, twist)),
        attestationObject: text(cbor(attestation)),
        transports: ["internal"],
      },
    };
  }

  /** Answers `navigator.credentials.get` and increments the counter. */
  use(options: z.output<typeof requestOptions>, twist: AuthenticatorFlaw = {}): UsedCredential {
    this.counter += 1;
    const clientData = this.clientData("webauthn.get", options.challenge, twist);
    const authData = this.data(options.rpId, twist, null);
    const signed = Buffer.concat([authData, sha256(clientData)]);
    const digest = this.keys.privateKey.asymmetricKeyType === "ed25519" ? null : "sha256";
    return {
      id: text(this.id),
      rawId: text(this.id),
      type: "public-key",
      clientExtensionResults: {},
      response: {
        clientDataJSON: text(clientData),
        authenticatorData: text(authData),
        signature: text(sign(digest, signed, this.keys.privateKey)),
        userHandle: twist.userHandle === undefined ? this.handle : twist.userHandle,
      },
    };
  }
}
