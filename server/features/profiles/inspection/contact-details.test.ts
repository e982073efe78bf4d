import { expect, test } from "vitest";
import { findContactDetails, isLookedAtWhole, locateContactDetails } from "./contact-details.ts";

const examples: Record<string, readonly string[]> = {
  phone: [
    "Call me: 0171 2345678",
    "+49 171 2345678",
    "0049 (0)171/234-5678",
    "+31 6 12 34 56 78",
    "06-12345678",
    "06.12.34.56.78",
    "612 345 678",
    "61 23 45 67 or later",
    "0 1 7 1 2 3 4 5 6 7 8",
    "zero six one two three four five six seven eight",
    "null eins sieben eins, zwei drei vier fünf sechs",
    "o612345678",
    "０１７１ ２３４５６７８",
    "٠١٧١٢٣٤٥٦٧٨",
    "0️⃣1️⃣7️⃣1️⃣2️⃣3️⃣4️⃣5️⃣",
    "0\u200b1\u200b7\u200b1\u200b2\u200b3\u200b4\u200b5",
    "0171*2345*678",
    "six 1 two 3 4 5 six 7 8",
    "0, 1, 7, 1, 2, 3, 4, 5, 6",
    "0,1,7,1,2,3,4,5,6",
    "+1712345",
    "0171 234",
    "o six one two three four five",
    "zéro six douze, trente-quatre, cinquante-six, soixante-dix-huit",
    "o612345",
    "1oo7 1234",
    "012 012 012",
    "2010 345 678",
    "32010 52011",
    "20101 20112",
    "my number is 4 7 1 9 9 9 3 2, I am 180 cm",
  ],
  link: [
    "https://example.org/me",
    "hxxp://example.org",
    "see www.example.org",
    "example.com",
    "look at anna.example.de!",
    "photos on example.me/anna",
    "example dot com",
    "example (dot) com",
    "example[.]com",
    "beispiel punkt de",
    "voorbeeld punt nl",
    "exemple point com",
    "e x a m p l e . c o m",
    "example . com",
    "ｅｘａｍｐｌｅ．ｃｏｍ",
    "exam\u00adple.com",
    "onlyfans.com",
    "t.me/anna_90",
  ],
  email: [
    "anna@example.org",
    "anna.b+dates@example.co.uk",
    "anna (at) example (dot) org",
    "anna[at]example.org",
    "anna at gmail",
    "anna   [   at   ]   gmail",
    "write to anna ät gmx",
    "anna arroba hotmail",
    "gmail.com is where I am",
    "a n n a @ g m a i l . c o m",
  ],
  handle: [
    "find me: @anna_90",
    "insta: anna90",
    "my insta is anna_90",
    "Snapchat: annaanna",
    "telegram @anna",
    "discord #anna",
    "ig = anna.b",
  ],
  street: [
    "Hauptstraße 12",
    "I live at Lange Gasse 4, no: Mariengasse 4",
    "12 Long Lane Road",
    "14 rue de la Paix",
    "Calle Mayor 3",
  ],
};

const innocent = [
  "",
  "born 1990, 2 kids, 180 cm",
  "Born 17.05.1990, 1.80 m, 75 kg",
  "1990-05-17",
  "from 2001-2010 in Gent, 2010 - 2020 in Gouda",
  "1990 1995 2000 2005 2010",
  "I work 08:00 - 16:30, mostly 8.30-17.00",
  "1,000,000 kisses, or 12,345,678 of them",
  "1.000.000 Küsse",
  "10 000 000",
  "90-60-90, 175 cm",
  "ages 25, 30, 35, 40, 45, 50",
  "I like tea.it is warm and I drink it at home",
  "Wine.Me too",
  "At this point in my life I want to laugh. The dot in the middle is me.",
  "A ese punto de vista no llego",
  "Am Punkt angekommen",
  "look at me, at 5 or at 6",
  "one two three, dance with me",
  "eight or nine, never ten; seven lives",
  "acht, neun, ich komme",
  "I met one of the five or six people at the two or three parties",
  "…and so on... etc. e.g. i.e. a.m. p.m.",
  "C++, Node.js and 3.14159",
  "Instagram is not for me, Facebook since 2010",
  "The signal was green",
  "12 long years on the road to myself",
  "Route 66, Terminal 3, room 101",
  "😀😀😀 100 % me",
  "24/7, 50/50, 4x4, 2+2=4",
  "00000000000",
  "171 2340",
  "2019–2024",
  "10000000000",
  "J'ai 2 enfants de 10 et 12 ans, 1m75, 70 kg",
  "Ich bin 34, 168cm, 62kg, 2 Kinder (8 und 11 Jahre)",
  "Höhe 1.80,Gewicht 75.Ende",
  "Minulla on 2 lasta, 10 ja 12",
];

test.each(Object.entries(examples).flatMap(([kind, texts]) => texts.map((text) => [kind, text] as const)))(
  "D11.3 a %s is found in %j",
  (kind, text) => {
    expect(findContactDetails(text)).toContain(kind);
    expect(findContactDetails(`Hello there.\n${text}\nBye now`)).toContain(kind);
  },
);

test.each(innocent)("D11.3 nothing is found in %j", (text) => {
  expect(findContactDetails(text)).toEqual([]);
});

test("D11.3 no text of 5,000 characters causes excessive backtracking", () => {
  const hostile = [
    "1",
    "a",
    "a.",
    "@",
    "1 ",
    "a ",
    "1-",
    "(at) ",
    "insta ",
    "1,",
    "0 o ",
    "one ",
    "12 aa ",
    "straße ",
    "12.",
    "\n",
    "ａ",
  ];
  // an expression that backtracks over these would not end before the test times out
  for (const piece of hostile) {
    expect(Array.isArray(findContactDetails(piece.repeat(5_000 / piece.length))), JSON.stringify(piece)).toBe(true);
  }
});

test("D11.3 the places of contact details in a text are whole words of it, however they are disguised", () => {
  const markedIn = (text: string) => locateContactDetails(text).map(({ start, end }) => text.slice(start, end));
  expect(markedIn("Mein Buch hat die ISBN 978 3 518 42345 6, und ich backe.")).toEqual(["978 3 518 42345 6"]);
  expect(
    markedIn(
      "Pour me parler : zéro six douze, trente-quatre, cinquante-six, soixante-dix-huit. Mes photos : chloe point exemple point com",
    ),
  ).toEqual(["zéro six douze, trente-quatre, cinquante-six, soixante-dix-huit", "chloe point exemple point com"]);
  expect(markedIn("Wie denkt: www.eigenvolk.example!\nDag")).toEqual(["www.eigenvolk.example"]);
  expect(markedIn("😀 I am e x a m p l e . c o m, ok")).toEqual(["e x a m p l e . c o m"]);
  expect(markedIn("Ｃａｌｌ ０１７１ ２３４５６７８ now")).toEqual(["０１７１ ２３４５６７８"]);
  expect(markedIn("0\u200b1\u200b7\u200b1\u200b2\u200b3\u200b4\u200b5 it is")).toEqual([
    "0\u200b1\u200b7\u200b1\u200b2\u200b3\u200b4\u200b5",
  ]);
  expect(markedIn("I like tea, and 2 dogs.")).toEqual([]);
  expect(markedIn(`${"long ".repeat(1100)} www.example.org`)).toEqual([]);
  expect([isLookedAtWhole("x".repeat(5000)), isLookedAtWhole("x".repeat(5001))]).toEqual([true, false]);
});

test("quality: what is detected in a text has a place in it", () => {
  for (const text of Object.values(examples).flat()) {
    expect([text, locateContactDetails(`Hi. ${text}`).length > 0]).toEqual([
      text,
      findContactDetails(`Hi. ${text}`).length > 0,
    ]);
  }
});
