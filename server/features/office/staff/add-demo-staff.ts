import { Secret } from "otpauth";
import type { StaffRole } from "#contract/constants.ts";
import { seal } from "#server/crypto/seal.ts";
import { hashPassword } from "#server/features/auth/index.ts";
import type { Services } from "#server/services.ts";
import { sealedFor } from "./rules.ts";
import { hasOnlyDemoSites, insertStaff } from "./store.ts";

export type DemoStaff = { email: string; name: string; role: StaffRole; password: string; secret: string };

/**
 * Adds a staff login with publicly known credentials, once. `secret` is base32. Adds nothing and returns false if any
 * site is not a demo site. If such a site is added later, the login stops working.
 */
export async function addDemoStaff(
  { db, config, clock, random }: Pick<Services, "db" | "config" | "clock" | "random">,
  { email, name, role, password, secret }: DemoStaff,
): Promise<boolean> {
  if (!config.demo || !(await hasOnlyDemoSites(db))) return false;
  const id = random.uuid();
  await insertStaff(db, {
    id,
    email,
    name,
    role,
    enabled: true,
    demo: true,
    password_hash: await hashPassword(password),
    totp_secret: seal(config, sealedFor(id), Secret.fromBase32(secret).bytes),
    created_at: clock.now(),
  });
  return true;
}
