import type { Push } from "./port.ts";

/** No push: without VAPID keys browsers are offered none. */
export const noPush: Push = {
  name: "none",
  publicKey: "",
  accepts: () => false,
  async send() {
    throw new Error("no push without VAPID keys");
  },
};
