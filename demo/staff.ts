import type { DemoStaff } from "#server/features/staff/index.ts";
import { demoPassword } from "./logins.ts";

/** The login to the back office of a demo; everybody may know it, for it opens nothing where anything is real. */
export const demoStaff: DemoStaff = {
  email: "staff@demo.invalid",
  name: "Demo staff",
  role: "admin",
  password: demoPassword,
  /** For an authenticator app; `npm run staff -- code` says what one would show. */
  secret: "RENDEZVOUSDEMOSTAFFRENDEZVOUS234",
};
