/** A receipt's number in the form that buyers read: `2026-000123`. */
export function formatNumber({ year, number }: { year: number; number: number }): string {
  return `${year}-${String(number).padStart(6, "0")}`;
}

export function parseNumber(text: string): { year: number; number: number } | null {
  const found = /^(\d{4})\s*[-–/ ]\s*(\d{1,9})$/.exec(text.trim());
  return found ? { year: Number(found[1]), number: Number(found[2]) } : null;
}
