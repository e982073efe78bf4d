import type { z } from "zod";
import type { newPasskey, PasskeyList } from "#contract/passkeys.ts";
import { ApiFailure } from "#web/lib/api.ts";
import type { Send } from "#web/lib/use-call.ts";
import type { PasskeyCalls } from "./passkey-calls.ts";

type Created = z.input<typeof newPasskey> & { host: string };

/**
 * Whether the server certainly has not stored the passkey. After a lost connection, a server error, a timeout or a rate
 * limit, an earlier attempt may have stored it; `passkey_known` says that it is stored.
 */
const isRefusal = ({ status, code }: ApiFailure) =>
  status >= 400 && status < 500 && status !== 408 && status !== 429 && code !== "passkey_known";

/**
 * Saves a passkey that the browser created. If the server refuses it, `revoke` tells the browser to stop offering it. A
 * passkey that may be stored stays: if it isn't stored, the first login with it says so, and it is revoked then.
 */
export const savePasskey =
  (
    add: PasskeyCalls["add"],
    revoke: (host: string, credentialId: string) => Promise<void>,
  ): Send<Created, PasskeyList> =>
  async (call, { host, ...body }) => {
    try {
      return await call(add, { body });
    } catch (error) {
      if (error instanceof ApiFailure && isRefusal(error)) await revoke(host, body.response.id);
      throw error;
    }
  };
