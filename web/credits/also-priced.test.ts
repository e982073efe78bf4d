import { expect, test } from "vitest";
import { alsoPriced } from "./also-priced.ts";

test("R1.04 what credits pay for besides messages is all that the site prices, and nothing that is free there", () => {
  const all = {
    photo_credits: 3,
    voice_messages: true,
    voice_credits: 3,
    has_talks: true,
    call_minute_credits: 2,
    gift_credits: 5,
    gift_factors: { rose: 1 },
  };
  expect(alsoPriced(all)).toEqual(["photo", "voice", "call", "gift"]);
  expect(alsoPriced({ ...all, voice_messages: false, call_minute_credits: 0 })).toEqual(["photo", "gift"]);
  expect(alsoPriced({ ...all, has_talks: false, gift_factors: {} })).toEqual(["photo", "voice"]);
  expect(alsoPriced({ ...all, photo_credits: 0, voice_credits: 0, has_talks: false, gift_credits: 0 })).toEqual([]);
});
