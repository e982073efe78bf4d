/** What so many credits cost at the price of those paid, in minor units; rounded up once, so it is never too low. */
export const costOfCredits = (paid: { credits: number; price: number }, count: number): number =>
  Math.ceil((paid.price * count) / paid.credits);
