import { createECDH, randomBytes } from "node:crypto";

/** A browser's push subscription for tests: real keys, an address at a known push service. */
export function testDevice(name: string) {
  const keys = createECDH("prime256v1");
  keys.generateKeys();
  const auth = randomBytes(16);
  return {
    subscription: {
      endpoint: `https://fcm.googleapis.com/fcm/send/${name}`,
      keys: { p256dh: keys.getPublicKey("base64url"), auth: auth.toString("base64url") },
    },
    /** The keys with which the browser decrypts its pushes. */
    secret: { keys, auth },
  };
}
