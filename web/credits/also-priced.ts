import type { Settings } from "#contract/sites.ts";

type Prices = Pick<
  Settings,
  | "photo_credits"
  | "voice_messages"
  | "voice_credits"
  | "has_talks"
  | "call_minute_credits"
  | "gift_credits"
  | "gift_factors"
>;

/** What credits pay for on a site besides messages. What it offers for nothing is not among them. */
export function alsoPriced(settings: Prices): ("photo" | "voice" | "call" | "gift")[] {
  const { photo_credits, voice_messages, voice_credits, has_talks, call_minute_credits, gift_credits, gift_factors } =
    settings;
  const isPriced = {
    photo: photo_credits > 0,
    voice: voice_messages && voice_credits > 0,
    call: has_talks && call_minute_credits > 0,
    gift: gift_credits > 0 && Object.keys(gift_factors).length > 0,
  };
  return (["photo", "voice", "call", "gift"] as const).filter((thing) => isPriced[thing]);
}
