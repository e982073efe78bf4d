/** A part of an address as it was before it was encoded; empty if the text is not encoded correctly. */
export function decodePart(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return "";
  }
}
