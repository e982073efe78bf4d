import { domainToASCII } from "node:url";
import spellChecker from "@zootools/email-spell-checker";
import { editDistance } from "#server/lib/edit-distance.ts";
import { mailDomains, onlyDomains } from "./mail-domains.ts";

/** Domains of this length or longer may have two typos, shorter ones only one. */
const longLength = 12;
/** Shorter provider names are one typo away from too many others. */
const minLetters = 4;
/** Country endings that, after a provider's name, are a typo of `.com` or `.net`. */
const mistypedEndings = ["cm", "co", "om", "ne"];
const countries = new Intl.DisplayNames("en", { type: "region", fallback: "none" });

/** The address that was probably meant, at a similar known domain. `ofSite`: more known domains. */
export function suggestAddress(address: string, ofSite: readonly string[]): string | null {
  const at = address.lastIndexOf("@");
  const domain = domainToASCII(address.slice(at + 1));
  const domains = [...mailDomains, ...ofSite];
  if (domains.includes(domain)) return null;
  const suggestion = onlyDomains[splitDomain(domain).name] ?? findClosest(domain, domains);
  return suggestion ? `${address.slice(0, at)}@${suggestion}` : null;
}

/** The library's suggestion, without its guesses by ending, which would turn gmail.de into mail.de. */
function findClosest(domain: string, domains: string[]): string | undefined {
  const lists = { domains, secondLevelDomains: [], topLevelDomains: [] };
  return spellChecker.run({ email: `a@${domain}`, ...lists, domainThreshold: 1, distanceFunction: distance })?.domain;
}

function splitDomain(domain: string): { name: string; ending: string } {
  const dot = domain.indexOf(".");
  return { name: domain.slice(0, dot), ending: domain.slice(dot + 1) };
}

const isCountry = (ending: string) => /^[a-z]{2}$/.test(ending) && countries.of(ending.toUpperCase()) !== undefined;

/** The distance is at most 1 if the typed domain may be a typo of the known one; the smaller, the likelier. */
function distance(typed: string, commonDomain: string): number {
  const { name, ending } = splitDomain(typed);
  const { name: knownName } = splitDomain(commonDomain);
  // the same provider may well have a domain for that country too
  if (name === knownName && isCountry(ending) && !mistypedEndings.includes(ending)) return Number.POSITIVE_INFINITY;
  if (name !== knownName && knownName.length < minLetters) return Number.POSITIVE_INFINITY;
  return editDistance(typed, commonDomain) / (commonDomain.length < longLength ? 1 : 2);
}
