/** The call refuses it, as it is no whole number. `NaN` would become null, which removes the limit. */
const invalidAmount = 1.5;

/** Minor units of an amount as members type it, `null` for an empty field. Our currencies have two decimal digits. */
export function parseMinorUnits(typed: string): number | null {
  const text = typed.trim().replace(",", ".");
  if (text === "") return null;
  const amount = Number(text);
  return Number.isFinite(amount) ? Math.round(amount * 100) : invalidAmount;
}
