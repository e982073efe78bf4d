import type { Push, PushMessage, PushTarget } from "./port.ts";
import { isPushService } from "./web-push.ts";

/** Push for tests: `sent` shows what was sent; an endpoint in `gone` has ended, one in `broken` fails. */
export function createRecordingPush(): Push & {
  sent: (PushTarget & PushMessage)[];
  gone: Set<string>;
  broken: Set<string>;
} {
  const sent: (PushTarget & PushMessage)[] = [];
  const gone = new Set<string>();
  const broken = new Set<string>();
  return {
    publicKey: "BEl62iUYgUivxIkv69yViEuiBIa-Ib9-SkvMeAtA3LFgDzkrxZJjSgSnfckjBJuBkr3qBUYIHBQFLXYp5Nksh8U",
    sent,
    gone,
    broken,
    accepts: isPushService,
    async send(target, message) {
      if (broken.has(target.endpoint)) throw new Error("the push service answered 503");
      if (gone.has(target.endpoint)) return "gone";
      sent.push({ ...target, ...message });
      return "taken";
    },
  };
}
