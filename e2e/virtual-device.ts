import type { BrowserContext, Page } from "@playwright/test";

/** Chromium's virtual authenticator with a fingerprint sensor; `verified`: it accepts the finger. */
export async function giveDevice(context: BrowserContext, page: Page, { verified = true } = {}): Promise<void> {
  const device = await context.newCDPSession(page);
  await device.send("WebAuthn.enable");
  await device.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: verified,
      automaticPresenceSimulation: true,
    },
  });
}
