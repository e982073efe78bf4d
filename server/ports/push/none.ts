import type { Push } from "./port.ts";

/** No push: without VAPID keys browsers can't subscribe. */
export const noPush: Push = {
  name: "none",
  publicKey: "",
  accepts: () => false,
  async send() {
    throw new Error("no push without VAPID keys");
  },
};
