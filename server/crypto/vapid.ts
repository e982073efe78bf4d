import { createECDH } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import webPush from "web-push";

/** The key pair that identifies this installation to push services, and its operator's contact address (RFC 8292). */
export type VapidKeys = { publicKey: string; privateKey: string; subject: string };

/** Whether two keys in base64url belong together. */
export function isKeyPair(publicKey: string, privateKey: string): boolean {
  try {
    const keys = createECDH("prime256v1");
    keys.setPrivateKey(Buffer.from(privateKey, "base64url"));
    return keys.getPublicKey().equals(Buffer.from(publicKey, "base64url"));
  } catch {
    return false;
  }
}

/** The keys in a data folder, created once: push works in development without any configuration. */
export function vapidKeysIn(dataDir: string): VapidKeys {
  const file = join(dataDir, "vapid.json");
  if (!existsSync(file)) {
    const keys: VapidKeys = { ...webPush.generateVAPIDKeys(), subject: "mailto:push@rendezvous.invalid" };
    mkdirSync(dataDir, { recursive: true });
    writeFileSync(file, JSON.stringify(keys), { mode: 0o600 });
  }
  return JSON.parse(readFileSync(file, "utf8"));
}
