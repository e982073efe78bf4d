import { domainToASCII } from "node:url";
import spellChecker from "@zootools/email-spell-checker";
import { editDistance } from "./edit-distance.ts";
import { mailDomains, onlyDomains } from "./mail-domains.ts";

/** A long domain may have two slips of the fingers, a shorter one has one. */
const long = 12;
/** A name of so few letters is a slip away from too many others. */
const fewLetters = 4;
/** Countries whose endings are, after a provider's name, a slip of `.com` or `.net`. */
const slippedEndings = ["cm", "co", "om", "ne"];
const countries = new Intl.DisplayNames("en", { type: "region", fallback: "none" });

/**
 * The address that was probably meant (D3.8, R5.03): the same mailbox at a known domain that looks alike; null where the
 * domain is a known one, or like none. `ofSite`: domains that the site knows beyond ours.
 */
export function suggestAddress(address: string, ofSite: readonly string[]): string | null {
  const at = address.lastIndexOf("@");
  const domain = domainToASCII(address.slice(at + 1));
  const domains = [...mailDomains, ...ofSite];
  if (domains.includes(domain)) return null;
  const meant = onlyDomains[halves(domain)[0]] ?? closest(domain, domains);
  return meant ? `${address.slice(0, at)}@${meant}` : null;
}

/** By the library, without its guesses by ending, which would make mail.de of gmail.de. */
function closest(domain: string, domains: string[]): string | undefined {
  const lists = { domains, secondLevelDomains: [], topLevelDomains: [] };
  return spellChecker.run({ email: `a@${domain}`, ...lists, domainThreshold: 1, distanceFunction: distance })?.domain;
}

function halves(domain: string): [name: string, ending: string] {
  const dot = domain.indexOf(".");
  return [domain.slice(0, dot), domain.slice(dot + 1)];
}

const isCountry = (ending: string) => /^[a-z]{2}$/.test(ending) && countries.of(ending.toUpperCase()) !== undefined;

/** At most 1 where the typed domain may be taken for the known one; the smaller, the likelier. */
function distance(typed: string, known: string): number {
  const [[name, ending], [knownName]] = [halves(typed), halves(known)];
  // the same provider may well have a domain for that country too
  if (name === knownName && isCountry(ending) && !slippedEndings.includes(ending)) return Number.POSITIVE_INFINITY;
  if (name !== knownName && knownName.length < fewLetters) return Number.POSITIVE_INFINITY;
  return editDistance(typed, known) / (known.length < long ? 1 : 2);
}
