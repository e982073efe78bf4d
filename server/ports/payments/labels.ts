/** What the owner of a card recognises of it. */
export function cardLabel(lastDigits: string): string {
  return `•••• ${lastDigits}`;
}

/** An IBAN of which only the country and the last four characters can be read. */
export function ibanLabel(iban: string): string {
  return `${iban.slice(0, 2)} •••• ${iban.slice(-4)}`;
}
