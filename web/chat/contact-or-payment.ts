const date = /\b\d{1,4}[-./]\d{1,2}[-./]\d{2,4}\b/g;

/**
 * Contact details and means of payment, as they are usually written. Deliberately other rules than those that mark a
 * first message for its reader (decision 0113): with those an author could find out what is not marked.
 */
const patterns: readonly RegExp[] = [
  /[\w.+-]+@[\w-]+\.\w/,
  /\b(?:https?:\/\/|www\.)\w/i,
  // a phone number
  /(?:\+|\b0)\d(?:[ ()/-]{0,2}\d){6}/,
  // an IBAN
  /\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){3}/i,
  /\b(?:whats ?app|telegram|snapchat|instagram|pay ?pal|western union|money ?gram|bitcoin|iban)\b/i,
];

const checkedLength = 5_000;

/** The author of such a text is asked once before it is sent to a stranger. */
export function looksLikeContactOrPayment(text: string): boolean {
  const checked = text.slice(0, checkedLength).replace(date, "");
  return patterns.some((pattern) => pattern.test(checked));
}
