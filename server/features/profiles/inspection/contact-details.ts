/** The kinds of contact details, by which members could reach each other outside the site. */
export type ContactKind = "link" | "email" | "phone" | "handle" | "street";

// Every rule limits its repetitions, so that its time is linear in the length of the text.

const digitWords: Readonly<Record<string, string>> = Object.fromEntries(
  [
    "zero null nul zéro cero nolla noll",
    "one eins een uno yksi ett jeden",
    "two zwei twee deux dos due kaksi två dwa",
    "three drei drie trois tres kolme trzy",
    "four vier quatre cuatro quattro neljä fyra fire cztery",
    "five fünf fuenf vijf cinq cinco cinque viisi fem pięć",
    "six sechs zes seis kuusi seks sześć",
    "seven sieben zeven sept siete sette seitsemän sju syv siedem",
    "eight acht huit ocho otto kahdeksan åtta åtte otte osiem",
    "nine neun negen neuf nueve nove yhdeksän nio ni dziewięć",
  ].flatMap((words, digit) => words.split(" ").map((word) => [word, String(digit)])),
);

const genericDomains =
  "com|net|org|info|biz|eu|io|app|dev|xyz|online|site|shop|club|link|page|live|chat|dating|tv|cc|gg|ly";
const countryDomains = "de|at|ch|nl|be|fr|es|it|pt|pl|se|no|dk|fi|uk|ie|us|ca|ru|ua|cz|sk|hu|ro|gr|me|co";
/** Top-level domains that are also words: in "I like tea.it is warm" only a space is missing. */
const wordDomains = "de|at|be|es|it|no|se|me|us|co|page|live|club|link|site|online|shop|chat|dating";
const providers = "gmail|googlemail|hotmail|outlook|yahoo|gmx|icloud|protonmail|aol|yandex";
const messengers =
  "insta|instagram|ig|snap|snapchat|telegram|tg|whats ?app|kik|wechat|skype|signal|viber|facebook|fb|discord|tiktok|threema";
const dots = "dot|punkt|punto|point|punt|kropka|piste|punktum";

const letter = "[\\p{L}\\p{N}]";
const before = `(?<!${letter})`;
const after = `(?!${letter})`;
const rule = (source: string) => new RegExp(source, "u");

const rules: readonly [ContactKind, RegExp][] = [
  ["email", rule(`[\\p{L}\\p{N}._%+-]{1,64}@[\\p{L}\\p{N}-]{1,63}\\.[\\p{L}\\p{N}]{2}`)],
  ["email", rule(`${before}(?:at|ät|arroba|chiocciola|@|[([{] ?(?:at|ät|a) ?[)\\]}]) ?(?:${providers})${after}`)],
  ["email", rule(`${letter}{2,40} ?[([{] ?(?:at|ät|@) ?[)\\]}] ?${letter}{2}`)],
  ["email", rule(`${before}(?:${providers}) ?\\. ?(?:com|${countryDomains})${after}`)],
  ["link", rule(`${before}h(?:tt|xx)ps?:/`)],
  ["link", rule(`${before}www ?\\.`)],
  ["link", rule(`${letter}{1,63}\\.(?:${genericDomains}|${countryDomains})/`)],
  ["link", rule(`${letter}{2,63}\\.(?!(?:${wordDomains})${after})(?:${genericDomains}|${countryDomains})${after}`)],
  ["link", rule(`${letter}{2,63}\\.(?:${wordDomains}) {0,3}(?:[\\n,;!?)]|\\.(?!\\.)|$)`)],
  ["link", rule(`${letter}{2,63} \\. ?(?:com|net|org)${after}`)],
  ["link", rule(`${before}${letter}{2,63} (?:${dots}) (?:com|net|org|info)${after}`)],
  [
    "link",
    rule(`${before}${letter}{2,63} (?:dot (?:de|nl|eu|uk|fr|at)|punkt (?:de|at|ch|eu|pl)|punt (?:nl|be|eu))${after}`),
  ],
  ["link", rule(`${letter}{2,63} ?[([{] ?(?:\\.|${dots}) ?[)\\]}] ?(?:${genericDomains}|${countryDomains})${after}`)],
  ["handle", rule(`(?<![\\p{L}\\p{N}._@])@[\\p{L}\\p{N}_.]{2}`)],
  ["handle", rule(`${before}(?:${messengers}) ?(?:[:=@#]|->) ?@?[\\p{L}\\p{N}_.]{3}`)],
  // "my insta is anna_90": a name with a digit or underscore, which no word has
  [
    "handle",
    rule(`${before}(?:${messengers})(?: \\p{L}{1,6}){0,2} (?=[\\p{N}_.]{0,20}\\p{L})[\\p{L}.]{1,20}[\\p{N}_]`),
  ],
  [
    "street",
    rule(
      `\\p{L}(?:str(?:a(?:ß|ss)e|\\.)|gasse|allee|straat|laan|gatan|vägen|gade|vej|veien|katu|tie) \\d{1,4} ?[a-h]?${after}`,
    ),
  ],
  ["street", rule(`${before}\\d{1,4}[a-h]?,? (?:rue|avenue|boulevard|place) (?:de |du |des |la |l'){0,2}\\p{L}{3}`)],
  ["street", rule(`${before}(?:rue|calle|via|ulica|ul\\.|avenida|viale) (?:\\p{L}{1,20} ){1,3}\\d{1,4}${after}`)],
  ["street", rule(`${before}\\d{1,4}[a-h]? (?:\\p{L}{2,20} ){1,2}(?:street|road|avenue|lane|drive|close)${after}`)],
];

/** Normalises a text, so that styled letters, invisible characters and digits of other scripts can't hide anything. */
export function normalise(text: string): string {
  return text
    .normalize("NFKC")
    .replace(/(?:\p{DI}|\p{Cf}|\u20e3)/gu, "")
    .replace(/\p{Nd}/gu, (digit) => String(digitValue(digit)))
    .replace(/[\u2010-\u2015\u2212]/g, "-")
    .toLowerCase()
    .replace(/[^\S\n]+/g, " ")
    .replace(/ ?\n ?/g, "\n");
}

/** The value of a decimal digit of any script; each script has its ten digits in a row. */
function digitValue(digit: string): number {
  let zero = digit.codePointAt(0) ?? 0;
  const code = zero;
  while (code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return code - zero;
}

/** Joins characters with a blank between each into one word: "g m a i l . c o m", "0 6 1 2". */
function joinSpaced(text: string): string {
  return text.replace(/(?<![\p{L}\p{N}])(?:[\p{L}\p{N}@.] ){3,80}[\p{L}\p{N}](?![\p{L}\p{N}])/gu, (spaced) =>
    spaced.replaceAll(" ", ""),
  );
}

/** Replaces digits that are no phone number; a phone number does not continue across a line break. */
const lineBreak = "\n";
const measures =
  "cm|mm|m|km|kg|g|lbs?|ft|h|hrs?|%|€|\\$|£|kr|eur|usd|years?|jahren?|jaar|ans|años|anni|år|lat|kids?|kinder";
const clock = "(?:[01]?\\d|2[0-4])";
const digit = "(?<!\\d)(?<!\\d[-./])";
const notPhoneNumbers: readonly RegExp[] = [
  // dates, spans of years, hours, amounts, measures
  rule(`${digit}\\d{1,2}([-./])\\d{1,2}\\1(?:19|20)?\\d{2}(?![-./]?\\d)`),
  rule(`${digit}(?:19|20)\\d{2}([-./])\\d{1,2}\\1\\d{1,2}(?![-./]?\\d)`),
  rule(`${digit}(?:19|20)\\d{2} ?[-/] ?(?:19|20)?\\d{2}(?![-./]?\\d)`),
  rule(`${digit}${clock}[:.h][0-5]\\d ?- ?${clock}[:.h][0-5]\\d(?![-./]?\\d)`),
  rule(`${digit}[1-9]\\d{0,2}(?:[.,' ]000){1,4}(?!\\d)`),
  rule(`${digit}[1-9]\\d{0,2}(?:,\\d{3}){1,4}(?!,?\\d)`),
  rule(`\\d{1,4}(?:[.,]\\d{1,2})? ?(?:${measures})(?![\\p{L}\\p{N}])`),
].map((pattern) => new RegExp(pattern.source, "gu"));

const minDigits = 8;
const separators = "[-./()*_|~ ]{0,4}";
const digitRun = new RegExp(`\\+?\\d(?:${separators}\\d){6,40}`, "g");

/** Whether a run of digits can be a phone number: long enough, not a list of years, three different digits. */
function canBeDialled(run: string): boolean {
  const digits = run.replace(/\D/g, "");
  const hasPrefix = run.startsWith("+") || digits.startsWith("0");
  const groups = run.match(/\d+/g) ?? [];
  if (digits.length < (hasPrefix ? minDigits - 1 : minDigits)) return false;
  if (new Set(digits).size < 3) return false;
  return !groups.every((group) => /^(?:19|20)\d\d$/.test(group));
}

function hasPhone(text: string): boolean {
  const remaining = notPhoneNumbers.reduce((rest, pattern) => rest.replace(pattern, lineBreak), text);
  const inDigits = remaining
    // digit words become digits; a single one does not matter, because a phone number needs many digits
    .replace(/\p{L}+/gu, (word) => digitWords[word] ?? word.replace(/^o+$/, (zeros) => "0".repeat(zeros.length)))
    .replace(/(?<![\d.])(\d), ?(?=\d(?!\d))/g, "$1 ");
  return (inDigits.match(digitRun) ?? []).some(canBeDialled);
}

/**
 * Even if disguised ("anna at gmail dot com", "null sechs eins zwei"), for the inspection. Prefers a false
 * positive to a miss, because staff review it. Its time is linear in the text's length, whatever it contains.
 */
export function findContactDetails(text: string): ContactKind[] {
  const normalised = normalise(text);
  const joined = joinSpaced(normalised);
  const kinds = new Set<ContactKind>();
  for (const [kind, pattern] of rules) if (pattern.test(normalised) || pattern.test(joined)) kinds.add(kind);
  if (hasPhone(normalised) || hasPhone(joined)) kinds.add("phone");
  return [...kinds];
}

/** How many characters of a text are checked: five times the default maximum length of a message. */
const mostLookedAt = 5_000;
/** Several combining marks on one letter, which could push the rest of the text beyond the checked characters. */
const piledMarks = /\p{M}{3,}/gu;

/** The part of a text that is checked, so that the check takes a limited time. */
export const lookedAt = (text: string): string => text.replace(piledMarks, "").slice(0, mostLookedAt);

/** Whether staff have to read a text: it has contact details, or a part of it is not checked. */
export function needsInspection(text: string): boolean {
  return text.replace(piledMarks, "").length > mostLookedAt || findContactDetails(lookedAt(text)).length > 0;
}
