/** A text in the form that searches compare: without case, accents and surrounding spaces. */
export function fold(text: string): string {
  return text.trim().toLowerCase().normalize("NFD").replace(/\p{M}/gu, "");
}
