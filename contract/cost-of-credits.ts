/** What so many credits cost at the price of these, in minor units: rounded up once, so never more than that is paid. */
export const costOfCredits = (paid: { credits: number; price: number }, count: number): number =>
  Math.ceil((paid.price * count) / paid.credits);
