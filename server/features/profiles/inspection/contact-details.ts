import type { ContactKind } from "#contract/office.ts";

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
/** The French say phone numbers in pairs: "zéro six, trente-quatre". Here only how many digits there are counts. */
const pairWords: Readonly<Record<string, string>> = Object.fromEntries(
  ["dix onze douze treize quatorze quinze seize", "vingt", "trente", "quarante", "cinquante", "soixante"].flatMap(
    (words, tens) => words.split(" ").map((word, ones) => [word, String(10 * (tens + 1) + ones)]),
  ),
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
  // the parts before the last dot word belong to the address: "anna dot example dot com"
  [
    "link",
    rule(`${before}(?:${letter}{2,63} (?:${dots}) ){0,3}${letter}{2,63} (?:${dots}) (?:com|net|org|info)${after}`),
  ],
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

/** A replacement on the way to what the rules read; `by` gets the match and its groups. */
type Step = readonly [pattern: RegExp, by: string | ((match: string, ...groups: string[]) => string)];

const take = (steps: readonly Step[], text: string) =>
  steps.reduce((rest, [pattern, by]) => rest.replace(pattern, by as string), text);

const normalising: readonly Step[] = [
  [/(?:\p{DI}|\p{Cf}|\u20e3)/gu, ""],
  [/\p{Nd}/gu, (digit) => String(digitValue(digit))],
  [/[\u2010-\u2015\u2212]/g, "-"],
  [/[\p{Lu}\p{Lt}]+/gu, (letters) => letters.toLowerCase()],
  [/[^\S\n]+/g, " "],
  [/ ?\n ?/g, "\n"],
];

/** Normalises a text, so that styled letters, invisible characters and digits of other scripts can't hide anything. */
export const normalise = (text: string): string => take(normalising, text.normalize("NFKC"));

/** The value of a decimal digit of any script; each script has its ten digits in a row. */
function digitValue(digit: string): number {
  let zero = digit.codePointAt(0) ?? 0;
  const code = zero;
  while (code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return code - zero;
}

/** Joins characters with a blank between each into one word: "g m a i l . c o m", "0 6 1 2". */
const joining: Step = [
  /(?<![\p{L}\p{N}])(?:[\p{L}\p{N}@.] ){3,80}[\p{L}\p{N}](?![\p{L}\p{N}])/gu,
  (spaced) => spaced.replaceAll(" ", ""),
];

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

const readingDigits: readonly Step[] = [
  ...notPhoneNumbers.map((pattern): Step => [pattern, lineBreak]),
  // number words become digits; a single one does not matter, because a phone number needs many digits
  [
    /(\p{L}+)(,?)/gu,
    (whole, word) => digitWords[word] ?? pairWords[word] ?? (/^o+$/.test(word) ? whole.replaceAll("o", "0") : whole),
  ],
  [/(?<![\d.])(\d), ?(?=\d(?!\d))/g, (_, digits) => `${digits} `],
];

const phonesIn = (text: string) => [...text.matchAll(digitRun)].filter(([run]) => canBeDialled(run));

/**
 * Even if disguised ("anna at gmail dot com", "null sechs eins zwei"), for the inspection. Prefers a false
 * positive to a miss, because staff review it. Its time is linear in the text's length, whatever it contains.
 */
export function findContactDetails(text: string): ContactKind[] {
  const normalised = normalise(text);
  const forms = [normalised, take([joining], normalised)];
  const kinds = new Set<ContactKind>();
  for (const [kind, pattern] of rules) if (forms.some((form) => pattern.test(form))) kinds.add(kind);
  if (forms.some((form) => phonesIn(take(readingDigits, form)).length > 0)) kinds.add("phone");
  return [...kinds];
}

/** A text on the way to what the rules read, with where each of its characters was in the original, and ended. */
type Traced = { text: string; starts: readonly number[]; ends: readonly number[] };

function traceStep({ text, starts, ends }: Traced, [pattern, by]: Step): Traced {
  const next = { text: "", starts: [] as number[], ends: [] as number[] };
  let done = 0;
  const keep = (until: number) => {
    next.text += text.slice(done, until);
    for (let at = done; at < until; at += 1) {
      next.starts.push(starts[at] ?? 0);
      next.ends.push(ends[at] ?? 0);
    }
  };
  for (const match of text.matchAll(pattern)) {
    const [whole] = match;
    const replacement = typeof by === "string" ? by : by(...(match as unknown as [string]));
    keep(match.index);
    done = match.index + whole.length;
    const isSameLength = replacement.length === whole.length;
    next.text += replacement;
    for (let at = 0; at < replacement.length; at += 1) {
      next.starts.push(starts[isSameLength ? match.index + at : match.index] ?? 0);
      next.ends.push(ends[isSameLength ? match.index + at : done - 1] ?? 0);
    }
  }
  keep(text.length);
  return next;
}

const trace = (steps: readonly Step[], traced: Traced) => steps.reduce(traceStep, traced);

type Range = { start: number; end: number };

/** The words that a range of a text is in, without the punctuation behind them. */
function wordsAround(text: string, { start, end }: Range): Range {
  const last = start + text.slice(start, end).trimEnd().length;
  const before = /\S*$/.exec(text.slice(0, start))?.[0].length ?? 0;
  const behind = /^\S*/.exec(text.slice(last))?.[0].length ?? 0;
  const words = text.slice(start - before, last + behind).replace(/[.,;:!?)»”"]+$/u, "");
  return { start: start - before, end: start - before + words.length };
}

/** The places of contact details in a text, so far as that is checked, in their order and apart from each other. */
export function locateContactDetails(text: string): Range[] {
  const units = Array.from({ length: text.length }, (_, at) => at);
  const whole: Traced = { text, starts: units, ends: units.map((at) => at + 1) };
  const { text: checked, starts, ends } = trace([[piledMarks, ""]], whole);
  const limited = { text: checked.slice(0, mostLookedAt), starts, ends };
  const composing: Step = [/[^\0-\x7f]\p{M}*|[\0-\x7f]\p{M}+/gu, (letters) => letters.normalize("NFKC")];
  const normalised = trace([composing, ...normalising], limited);
  const ranges: Range[] = [];
  const add = (form: Traced, match: RegExpExecArray) => {
    const [{ length }] = match;
    if (length === 0) return;
    ranges.push({ start: form.starts[match.index] ?? 0, end: form.ends[match.index + length - 1] ?? 0 });
  };
  for (const form of [normalised, trace([joining], normalised)]) {
    for (const [, pattern] of rules)
      for (const match of form.text.matchAll(new RegExp(pattern.source, "gu"))) add(form, match);
    const digits = trace(readingDigits, form);
    for (const match of phonesIn(digits.text)) add(digits, match);
  }
  const places: Range[] = [];
  for (const range of ranges.map((each) => wordsAround(text, each)).sort((a, b) => a.start - b.start)) {
    const last = places.at(-1);
    if (last && range.start <= last.end) last.end = Math.max(last.end, range.end);
    else places.push({ ...range });
  }
  return places;
}

/** How many characters of a text are checked: five times the default maximum length of a message. */
const mostLookedAt = 5_000;
/** Several combining marks on one letter, which could push the rest of the text beyond the checked characters. */
const piledMarks = /\p{M}{3,}/gu;

/** The part of a text that is checked, so that the check takes a limited time. */
export const lookedAt = (text: string): string => text.replace(piledMarks, "").slice(0, mostLookedAt);

export const isLookedAtWhole = (text: string): boolean => text.replace(piledMarks, "").length <= mostLookedAt;

/** Whether staff have to read a text: it has contact details, or a part of it is not checked. */
export const needsInspection = (text: string): boolean =>
  !isLookedAtWhole(text) || findContactDetails(lookedAt(text)).length > 0;
