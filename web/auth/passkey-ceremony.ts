import type { z } from "zod";
import type { CreatedCredential, creationOptions, requestOptions, UsedCredential } from "#contract/passkeys.ts";
import { importOrReload } from "#web/lib/chunk-reload.ts";

type CreationOptions = z.output<typeof creationOptions>;
type RequestOptions = z.output<typeof requestOptions>;

/** Why a browser created or used no passkey. `aborted`: another request replaced this one, so no message is shown. */
export type Problem = "cancelled" | "exists" | "unsupported" | "failed" | "aborted";

/** 3 kB, loaded only if a passkey is used. */
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

/** We request no extensions, and don't send the results of those that the browser adds. */
const plain = { type: "public-key", clientExtensionResults: {} } as const;

export async function createPasskey(
  options: CreationOptions,
): Promise<{ response: CreatedCredential } | { problem: Problem }> {
  try {
    const { startRegistration } = await importOrReload(load);
    const { id, rawId, response } = await startRegistration({ optionsJSON: options });
    const { clientDataJSON, attestationObject, transports } = response;
    return { response: { id, rawId, ...plain, response: { clientDataJSON, attestationObject, transports } } };
  } catch (error) {
    return { problem: problemOf(error) };
  }
}

/** With `autofill` it waits, without limit, until the user picks one in the login field. */
export async function askForPasskey(
  options: RequestOptions,
  { autofill = false } = {},
): Promise<{ response: UsedCredential } | { problem: Problem }> {
  try {
    // a login field that only offers passkeys works without them
    const { startAuthentication } = await (autofill ? load() : importOrReload(load));
    const { id, rawId, response } = await startAuthentication({ optionsJSON: options, useBrowserAutofill: autofill });
    const { clientDataJSON, authenticatorData, signature, userHandle } = response;
    return {
      response: { id, rawId, ...plain, response: { clientDataJSON, authenticatorData, signature, userHandle } },
    };
  } catch (error) {
    return { problem: problemOf(error) };
  }
}

/** Whether the login field can suggest passkeys (autofill). */
export async function canAutofill(): Promise<boolean> {
  const ask = PublicKeyCredential.isConditionalMediationAvailable;
  return ask ? await ask.call(PublicKeyCredential).catch(() => false) : false;
}

/** Cancels the browser's pending request, for instance when the screen is left. */
export async function cancelCeremony(): Promise<void> {
  (await load()).WebAuthnAbortService.cancelCeremony();
}

/** The browser no longer offers it then; one without this signal keeps offering it. */
export async function signalRevokedPasskey(host: string, credentialId: string): Promise<void> {
  if (host !== location.hostname) return;
  const { sendSignal } = await load();
  await sendSignal({ signalName: "unknownCredential", rpID: host, credentialID: credentialId }).catch(() => {});
}
