import { type BrowserContext, expect } from "@playwright/test";
import { demoPassword } from "#demo/logins.ts";
import { ownAddress } from "./own-address.ts";

/** Logs one of the demo members in without walking through the login screen; the cookie stays in the context. */
export async function logInAs(context: BrowserContext, name: "robin" | "alex"): Promise<void> {
  const answer = await context.request.post("/api/user.php", {
    headers: {
      "x-request-type": "client",
      "x-forwarded-for": ownAddress(),
      origin: new URL(process.env.E2E_ADDRESS ?? "").origin,
    },
    data: { login: `${name}@demo.invalid`, password: demoPassword },
  });
  expect(answer.status()).toBe(200);
}
