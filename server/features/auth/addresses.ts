import { isIP } from "node:net";
import { domainToASCII, domainToUnicode } from "node:url";
import validator from "validator";

// Not allowed in a local part: blanks, control and invisible characters, and quotes.
const forbidden = /["\p{C}\p{Z}\p{DI}]/u;
// Only these characters are passed to `domainToASCII`, which would also parse a path or `%41`.
const domainLetters = /^[\p{L}\p{M}\p{N}.-]+$/u;

/** Returns it as NFC, the domain in lower case and Unicode; null if invalid or too long (R5.03, R5.04). */
export function canonicalAddress(typed: string): string | null {
  const address = typed.trim().normalize("NFC");
  const at = address.lastIndexOf("@");
  const [local, typedDomain] = [address.slice(0, at), address.slice(at + 1)];
  if (at < 1 || forbidden.test(local) || !domainLetters.test(typedDomain)) return null;
  const domain = domainToASCII(typedDomain);
  if (domain === "" || isIP(domain) !== 0) return null;
  const sent = `${local}@${domain}`;
  if (Buffer.byteLength(sent) > 254 || !validator.isEmail(sent, { allow_utf8_local_part: true })) return null;
  return `${local}@${domainToUnicode(domain)}`;
}
