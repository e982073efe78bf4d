import type { z } from "zod";
import type { CreatedCredential, creationOptions, requestOptions, UsedCredential } from "#contract/passkeys.ts";

type CreationOptions = z.output<typeof creationOptions>;
type RequestOptions = z.output<typeof requestOptions>;

/** Why a browser made or used no passkey; `aborted`: another question took the place of this one, nothing to say. */
export type Problem = "cancelled" | "exists" | "unsupported" | "failed" | "aborted";

/** 3 kB that only those load who use a passkey. */
const load = () => import("@simplewebauthn/browser");

const problems: Record<string, Problem> = {
  NotAllowedError: "cancelled",
  InvalidStateError: "exists",
  ConstraintError: "unsupported",
  NotSupportedError: "unsupported",
  AbortError: "aborted",
};

function problemOf(error: unknown): Problem {
  return (error instanceof Error && problems[error.name]) || "failed";
}

/** Has the browser make a passkey, as the person and their device agree on. */
export async function createPasskey(
  options: CreationOptions,
): Promise<{ response: CreatedCredential } | { problem: Problem }> {
  try {
    const { startRegistration } = await load();
    const { id, rawId, response } = await startRegistration({ optionsJSON: options });
    const { clientDataJSON, attestationObject, transports } = response;
    return {
      response: {
        id,
        rawId,
        type: "public-key",
        clientExtensionResults: {},
        response: { clientDataJSON, attestationObject, transports },
      },
    };
  } catch (error) {
    return { problem: problemOf(error) };
  }
}

/** Has the browser use a passkey; with `autofill` it waits until one is chosen in the login field, for as long as that takes. */
export async function askForPasskey(
  options: RequestOptions,
  { autofill = false } = {},
): Promise<{ response: UsedCredential } | { problem: Problem }> {
  try {
    const { startAuthentication } = await load();
    const { id, rawId, response } = await startAuthentication({ optionsJSON: options, useBrowserAutofill: autofill });
    const { clientDataJSON, authenticatorData, signature, userHandle } = response;
    return {
      response: {
        id,
        rawId,
        type: "public-key",
        clientExtensionResults: {},
        response: { clientDataJSON, authenticatorData, signature, userHandle },
      },
    };
  } catch (error) {
    return { problem: problemOf(error) };
  }
}

/** Whether the login field can offer passkeys by itself. */
export async function canAutofill(): Promise<boolean> {
  const ask = PublicKeyCredential.isConditionalMediationAvailable;
  return ask ? await ask.call(PublicKeyCredential).catch(() => false) : false;
}

/** Takes back what the browser is being asked, as when the screen is left. */
export async function stopAsking(): Promise<void> {
  (await load()).WebAuthnAbortService.cancelCeremony();
}

/** Tells the browser that a passkey opens nothing any more, so that it offers it no longer; those that can't hear it keep it. */
export async function forgetPasskey(host: string, credentialId: string): Promise<void> {
  if (host !== location.hostname) return;
  const { sendSignal } = await load();
  await sendSignal({ signalName: "unknownCredential", rpID: host, credentialID: credentialId }).catch(() => {});
}
