/** The VAT included in a price, to the nearest minor unit; percentages have up to one decimal. */
export function vatOf(price: number, vatPercent: number): number {
  const tenths = Math.round(vatPercent * 10);
  return Math.round((price * tenths) / (1000 + tenths));
}
