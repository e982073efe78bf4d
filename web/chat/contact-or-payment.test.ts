import { expect, test } from "vitest";
import { looksLikeContactOrPayment } from "./contact-or-payment.ts";

test.each([
  "Write to eva.1990@example.org",
  "www.example.org has my photos",
  "Call me: +49 171 2345678",
  "0171/2345678, any time",
  "Are you on WhatsApp?",
  "My IBAN: DE89 3704 0044 0532 0130 00",
  "Just send it by PayPal",
])("D11.3 before it is sent to a stranger, the author is asked about %s", (text) => {
  expect(looksLikeContactOrPayment(text)).toBe(true);
});

test.each([
  "Hi! How are you?",
  "I was born on 05.11.1990, in room 12.",
  "See you on 05-11-2026 at 20:00, 8 pm?",
  "The flat costs 1 250 euros a month, all in.",
  "Three coffees, 2 dogs and 1,000,000 ideas",
])("D11.3 nothing is asked about %s", (text) => {
  expect(looksLikeContactOrPayment(text)).toBe(false);
});

test("D11.3 even the longest text is checked at once: no pattern goes back over it", () => {
  const began = performance.now();
  for (const text of ["0 ".repeat(50_000), "a.".repeat(50_000), "+1".repeat(50_000)]) looksLikeContactOrPayment(text);
  expect(performance.now() - began).toBeLessThan(5_000);
});
