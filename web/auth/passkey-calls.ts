import type { Call } from "#contract/call.ts";
import { addPasskey, offerPasskey, removePasskey, renamePasskey } from "#contract/passkeys.ts";

type Like<C extends Call> = Call<C["query"], C["body"], C["answer"]>;

export type PasskeyCalls = {
  offer: Like<typeof offerPasskey>;
  add: Like<typeof addPasskey>;
  rename: Like<typeof renamePasskey>;
  remove: Like<typeof removePasskey>;
};

export const memberCalls: PasskeyCalls = {
  offer: offerPasskey,
  add: addPasskey,
  rename: renamePasskey,
  remove: removePasskey,
};
