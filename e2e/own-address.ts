let given = 0;

/** A caller's address that nobody else in this run has, as limits count by address. */
export function ownAddress(): string {
  given += 1;
  return `10.${process.pid % 256}.${given >> 8}.${given & 255}`;
}
