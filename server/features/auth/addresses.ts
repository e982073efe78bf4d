import { isIP } from "node:net";
import { domainToASCII, domainToUnicode } from "node:url";
import validator from "validator";

// What a mailbox can't be called: blanks, controls and characters that fonts show as nothing, and quoted local parts.
const unfit = /["\p{C}\p{Z}\p{DI}]/u;
// `domainToASCII` reads what a browser's address bar would, a path and `%41` among it: only letters come to it.
const domainLetters = /^[\p{L}\p{M}\p{N}.-]+$/u;

/**
 * An address in the one form in which it is kept and compared (R5.03, R5.04): NFC, the domain in lower case and in its own
 * script, so that `bücher.example` and `xn--bcher-kva.example` are the same. The local part stays as it is, `+` and all.
 * Null for what can't be written to; 254 octets, as mail servers count them, are the most.
 */
export function canonicalAddress(typed: string): string | null {
  const address = typed.trim().normalize("NFC");
  const at = address.lastIndexOf("@");
  const [local, typedDomain] = [address.slice(0, at), address.slice(at + 1)];
  if (at < 1 || unfit.test(local) || !domainLetters.test(typedDomain)) return null;
  const domain = domainToASCII(typedDomain);
  if (domain === "" || isIP(domain) !== 0) return null;
  const sent = `${local}@${domain}`;
  if (Buffer.byteLength(sent) > 254 || !validator.isEmail(sent, { allow_utf8_local_part: true })) return null;
  return `${local}@${domainToUnicode(domain)}`;
}
