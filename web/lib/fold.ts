/** A text as it is searched: without case, accents and what stands around it. */
export function fold(text: string): string {
  return text.trim().toLowerCase().normalize("NFD").replace(/\p{M}/gu, "");
}
