import { isValidIBAN } from "ibantools";
import { normalise } from "#server/features/profiles/index.ts";

// Every pattern limits its repetitions, so that its time is linear in the length of the text.

const before = "(?<![\\p{L}\\p{N}])";
const after = "(?![\\p{L}\\p{N}])";
const rule = (source: string) => new RegExp(`${before}(?:${source})`, "u");

const currency =
  "€|\\$|£|kr|zł|zl|chf|eur|usd|gbp|euros?|euroa|dollars?|dollar[ei]n?|pounds?|quid|bucks|balles|pavos|kroner|kronor|kronen|franken|złot\\p{L}{1,3}|zlot\\p{L}{1,3}";
const amount = `(?:[€$£] ?\\d{1,6}|\\d{1,6}(?:[.,]\\d{1,3})? ?(?:${currency})${after})`;
const moneyWords =
  "money|cash|geld|kohle|knete|poen|dinero|plata|pasta|argent|fric|thunes?|soldi|denaro|rahaa?|rahat|penge|penger|pengar|pengene|stålar|pieniądze|pieniędzy|pieniadze|pieniedzy|kas[ęey]|hajs\\p{L}?";
/** Up to `most` words, followed by an amount or a word for money. */
const money = (most: number) => `(?:[^\\s]{1,30} ){0,${most}}(?:(?:d['’])?(?:${moneyWords})${after}|${amount})`;

/** Requests for money, in the imperative or as a question. */
const asks = [
  "(?:send|lend|loan|wire|transfer|give|pay|spare|sponsor) me",
  "(?:can|could|may) i (?:just )?borrow",
  "(?:send|transfer|wire) (?:some|the|any)",
  "help me (?:out )?(?:with|pay)",
  "(?:schick|send|leih|zahl)(?:e|est|st)?(?: du)? mir",
  "(?:gib|borg) mir",
  "überweis(?:e|t|en)? mir",
  "hilf mir (?:bitte )?mit",
  "(?:stuur|leen|geef|betaal) me",
  "(?:envoie|prête|donne|vire|paie)[- ]moi",
  "(?:m'|m’|me )(?:envoyer|prêter|donner|virer|dépanner)",
  "(?:envía|manda|presta|transfiere|paga|da)me",
  "(?:enviar|mandar|prestar|transferir|pagar|dar)me",
  "(?:manda|invia|presta|paga)mi",
  "(?:mandar|inviar|prestar|pagar|dar)mi",
  "dammi",
  "(?:send|lån|låne|giv|overfør|betal) mig",
  "(?:send|lån|låne|gi|overfør|vipps|betal) meg",
  "(?:skicka|låna|ge|swisha|betala) (?:till )?mig",
  "låna ut",
  "(?:lähetä|lainaa|anna|maksa|siirrä)(?:tko|isitko)?(?: minulle| mulle)?",
  "lainata(?: minulle| mulle)?",
  "(?:wyślij|wyslij|prześlij|przeslij|daj|pożycz|pozycz|przelej|zapłać|zaplac) (?:mi|dla mnie)",
  "(?:pożyczyć|pozyczyc|przelać|przelac|wysłać|wyslac) (?:mi|dla mnie)",
];

/** The verb of the question comes last: "Kannst du mir 50 Euro leihen?" */
const asksInFront = [
  `(?:kannst|könntest|würdest) du mir (?:bitte )?${money(3)} (?:[^\\s]{1,30} ){0,2}(?:leihen|geben|schicken|senden|überweisen|auslegen|borgen)`,
  `(?:kun|kan|wil|zou) je me (?:[^\\s]{1,30} )?${money(3)} (?:[^\\s]{1,30} ){0,2}(?:lenen|geven|sturen|overmaken|voorschieten)`,
];

/** Means of payment that a member has no reason to mention to a stranger. */
const ways = [
  "gift ?cards?",
  "geschenkkarten?",
  "gutschein-?(?:codes?|karten?)",
  "cartes? cadeaux?",
  "tarjetas? (?:de )?regalo",
  "carte? regalo",
  "buon[io] regalo",
  "lahjakort\\p{L}{1,6}",
  "gavekort\\p{L}{0,4}",
  "presentkort\\p{L}{0,4}",
  "cadeau(?:kaart|bon)\\p{L}{0,4}",
  "kart[aęy] podarunkow\\p{L}{1,3}",
  "(?:google play|itunes|steam|amazon|apple)[- ]?(?:cards?|karten?|kaart|kort|carte?|code|guthaben|gutschein\\p{L}{0,2}|wallet)",
  "paysafe ?(?:card|karte|cards)?",
  "western ?union",
  "money ?gram",
  "iban",
  "bank ?(?:account|details|transfer)",
  "account number",
  "bankverbindung",
  "konto(?:nummer|numret|daten)",
  "(?:numéro de compte|rib)",
  "número de cuenta",
  "numero di conto",
  "rekeningnummer",
  "tilinumero\\p{L}{0,4}",
  "(?:numer|nr) konta",
  "bitcoins?",
  "btc",
  "usdt",
  "ethereum",
  "crypto ?(?:wallet|trading|currenc(?:y|ies)|invest\\p{L}{0,8})",
  "krypto ?(?:wallet|trading|invest\\p{L}{0,8})",
  "kryptow[äa]\\p{L}{3,10}",
  "kryptovalut\\p{L}{1,8}",
  "kryptovaluutt?\\p{L}{1,6}",
  "criptomoned\\p{L}{1,3}",
  "criptovalut\\p{L}{1,3}",
  "crypto-?monnaies?",
  "forex",
  "(?:my|your|mein|dein|mi|mon|ton|mijn|je|min|din|mitt|minun|mój|moj) (?:paypal|revolut|cash ?app|venmo|swish|vipps|mobilepay|bizum|blik)",
  "paypal ?\\. ?me",
  "sugar ?(?:daddy|daddies|mommy|baby|babe)",
  "taschengeld",
].map((way) => `(?:${way})${after}`);

const rules = [...asks.map((ask) => rule(`${ask} ${money(5)}`)), ...asksInFront.map(rule), ...ways.map(rule)];

const crypto = new RegExp(
  `${before}(?:bc1[a-z0-9]{25,60}|0x[0-9a-f]{40}|[13](?=[1-9a-km-z]{0,33}\\d)[1-9a-km-z]{25,34})${after}`,
  "u",
);
const ibanStart = new RegExp(`${before}[a-z]{2}\\d{2}(?: ?[a-z0-9]){11,30}`, "gu");

/** The lengths that an IBAN can have. They tell where it ends, because the words after it look like a part of it. */
const ibanLengths = { least: 15, most: 34 };

function hasIban(text: string): boolean {
  return [...text.matchAll(ibanStart)].some(([candidate]) => {
    const code = candidate.replaceAll(" ", "").toUpperCase();
    for (let length = ibanLengths.least; length <= Math.min(code.length, ibanLengths.most); length += 1) {
      if (isValidIBAN(code.slice(0, length))) return true;
    }
    return false;
  });
}

/** It warns of a person: so rather a false negative than a false positive. */
export function hasMoneyTalk(text: string): boolean {
  const normalised = normalise(text).replaceAll("\n", " ");
  return rules.some((one) => one.test(normalised)) || crypto.test(normalised) || hasIban(normalised);
}
