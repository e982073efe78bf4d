/** A label by which the owner of a card recognises it. */
export function cardLabel(lastDigits: string): string {
  return `•••• ${lastDigits}`;
}

/** A masked IBAN: only its country and its last four characters. */
export function ibanLabel(iban: string): string {
  return `${iban.slice(0, 2)} •••• ${iban.slice(-4)}`;
}
