import type { DemoStaff } from "#server/features/office/index.ts";
import { demoPassword } from "./password.ts";

/** The login to the back office of a demo; it is public, as it opens no real data. */
export const demoStaff: DemoStaff = {
  email: "staff@demo.invalid",
  name: "Demo staff",
  role: "admin",
  password: demoPassword,
  /** For an authenticator app; `npm run staff -- code` prints the code that an app would show. */
  secret: "RENDEZVOUSDEMOSTAFFRENDEZVOUS234",
};
