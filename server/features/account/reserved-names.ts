import type { Language } from "#contract/constants.ts";
import { nameKey, nameKeyOfCapitals } from "#server/features/auth/index.ts";

/** Terms for staff or the site itself: reserved as separate words of a name. A hyphen joins the words of one. */
const reservedTerms: Record<Language | "any", string> = {
  any: `
    admin admins sysadmin sysop webmaster webadmin postmaster hostmaster moderator moderators mod-team
    support helpdesk help-desk hotline callcenter call-center noreply no-reply staff rendezvous
  `,
  da: "administrator administratoren moderatoren kundeservice kundesupport kundecenter brugerservice",
  de: `
    administrator administratorin moderatorin moderation kundendienst kundenservice kundenbetreuung
    kundenbetreuer kundenbetreuerin kundensupport betreiber seitenbetreiber supportteam
  `,
  en: `
    administrator administrators administration moderation customer-service customer-services
    customer-care customer-support member-service member-services site-owner site-team system-message
  `,
  es: `
    administrador administradora administracion moderador moderadora moderacion soporte soporte-tecnico
    atencion-al-cliente servicio-al-cliente servicio-de-atencion
  `,
  fi: `
    yllapito yllapitaja moderaattori moderointi asiakaspalvelu asiakaspalvelija asiakastuki kayttajatuki
    tekninen-tuki
  `,
  fr: `
    administrateur administratrice moderateur moderatrice moderation service-client service-clients
    service-clientele assistance-technique equipe-technique
  `,
  it: `
    amministratore amministratrice amministrazione moderatore moderatrice moderazione servizio-clienti
    assistenza-clienti assistenza-tecnica supporto-tecnico supporto-clienti
  `,
  nb: "administrator administratoren moderatoren kundeservice kundesenter kundestotte brukerstotte",
  nl: `
    beheerder sitebeheerder beheer klantenservice klantendienst klantenondersteuning ledenservice
    moderatie
  `,
  pl: `
    administrator administratorka administracja moderatorka moderacja obsluga-klienta
    biuro-obslugi-klienta wsparcie-techniczne pomoc-techniczna dzial-obslugi
  `,
  sv: "administrator administratoren moderatorn kundtjanst kundservice kundsupport anvandarstod",
};

/** Words that are reserved only if the name has no others: `Team` is reserved, `Team Anna` is not. */
const alone = `
  system team the-team crew service help info official security billing abuse owner root bot mod mods
  das-team hilfe sicherheit verwaltung offiziell ayuda equipo oficial seguridad aide assistance equipe
  officiel securite aiuto assistenza squadra ufficiale supporto hulp officieel veiligheid hjelp hjaelp
  hjalp tuki apua pomoc wsparcie zespol obsluga oficjalny operator fictional automatic
  safety trust verified verification client
`;

const digits: Record<string, string> = { "3": "e", "4": "a", "5": "s", "7": "t" };

/** Folds look-alike spellings that `nameKey` distinguishes: `5upport` becomes `support`, `Adrnin` becomes `admin`. */
function skeleton(text: string, keyOf = nameKey): string {
  const plain = text.replace(/(?<=\p{L})[3457]|[3457](?=\p{L})/gu, (digit) => digits[digit] ?? digit);
  return keyOf(plain)
    .replace(/[ ._-]/g, "")
    .replaceAll("rn", "m")
    .replaceAll("vv", "w");
}

const skeletonsOf = (list: string) =>
  list
    .trim()
    .split(/\s+/)
    .map((word) => skeleton(word));
const reserved = new Set(Object.values(reservedTerms).flatMap(skeletonsOf));
const reservedAlone = [...reserved, ...skeletonsOf(alone)];

/** The words of a name: `SupportTeam24` has three. */
function wordsOf(name: string): string[] {
  return name
    .replace(/(?<=\p{Ll})(?=\p{Lu})|(?<=\p{L})(?=\p{N})|(?<=\p{N})(?=\p{L})/gu, " ")
    .split(/[ ._-]+/)
    .filter((word) => word !== "");
}

function isMadeOf(letters: string, parts: readonly string[]): boolean {
  return (
    letters === "" || parts.some((part) => letters.startsWith(part) && isMadeOf(letters.slice(part.length), parts))
  );
}

/** Whether a name could be mistaken for the site or its staff: it has a reserved term, or consists of such terms. */
export function isReservedName(name: string, siteNames: readonly string[]): boolean {
  return isReservedByKey(name, siteNames, nameKey) || isReservedByKey(name, siteNames, nameKeyOfCapitals);
}

function isReservedByKey(name: string, siteNames: readonly string[], keyOf: typeof nameKey): boolean {
  const words = wordsOf(name);
  const ofSite = siteNames.map((text) => skeleton(text)).filter((text) => text.length > 2);
  for (let from = 0; from < words.length; from += 1) {
    for (let to = from + 1; to <= words.length; to += 1) {
      const folded = skeleton(words.slice(from, to).join(""), keyOf);
      if (reserved.has(folded) || ofSite.includes(folded)) return true;
    }
  }
  const letters = skeleton(words.filter((word) => !/^\p{N}+$/u.test(word)).join(""), keyOf);
  return letters !== "" && isMadeOf(letters, [...reservedAlone, ...ofSite]);
}
