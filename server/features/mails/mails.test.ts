import { randomUUID } from "node:crypto";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { languages } from "#contract/constants.ts";
import { noticeKinds } from "#contract/notifications.ts";
import { testServices } from "#server/db/test-database.ts";
import { saveOwnTexts } from "#server/features/sites/index.ts";
import { type AnyMailJobData, type MailJobData, sendMailJob } from "./send-mail.ts";

const given = await testServices();
beforeEach(() => {
  given.services.mail.sent.length = 0;
});
afterAll(() => given.close());

const link = "http://localhost:3000/a-token-of-43-characters-in-all-aaaaaaaaaaaaa";
const receiver = { siteId: 1, to: "anna@example.org", language: "en", origin: "http://localhost:3000" } as const;
const activation: AnyMailJobData & { kind: "activation" } = {
  ...receiver,
  kind: "activation",
  params: { name: "Anna", link },
};
const paid = {
  name: "Anna",
  payment_id: "0193f3a0-1111-7000-8000-000000000001",
  credits: 50,
  settled: 0,
  list_amount: 2499,
  amount: 2499,
  receipt: "2026-000123",
  currency: "EUR",
  vat_percent: 19,
  completed_at: "2026-11-20T08:00:00Z",
  premium: true,
  order: {
    number: "0193f3a0-1111-7000-8000-000000000001",
    at: "2026-11-20T07:58:00Z",
    begin: "Please add my credits at once.",
  },
};
const receipt: MailJobData = { ...receiver, kind: "payment_completed", params: paid };

const moneyBack = { name: "Anna", link: "/transactions", payment_id: paid.payment_id, amount: 995, currency: "EUR" };
const withdrawal = {
  name: "Anna",
  link: "/transactions",
  at: "2026-11-20T08:00:00Z",
  number: "2026-000123",
};
const moneyMails: AnyMailJobData[] = [
  { ...receiver, kind: "refund_sent", params: { ...moneyBack, credits: 10, credit_note: "2026-000124" } },
  { ...receiver, kind: "refund_failed", params: { ...moneyBack, credits: 1, paid_back: false } },
  { ...receiver, kind: "refund_failed", params: { ...moneyBack, credits: 0, paid_back: true } },
  {
    ...receiver,
    kind: "chargeback",
    params: { ...moneyBack, credits: 10, owed: 4, credit_note: "2026-000008", ended_premium: true },
  },
  {
    ...receiver,
    kind: "withdrawal_received",
    params: { ...withdrawal, refund: { amount: 995, currency: "EUR", credits: 10 }, ended_premium: true },
  },
  {
    ...receiver,
    kind: "withdrawal_received",
    params: { ...withdrawal, refund: { amount: 0, currency: "EUR", credits: 0 }, ended_premium: false },
  },
  { ...receiver, kind: "withdrawal_declared", params: withdrawal },
  { ...receiver, kind: "withdrawal_declared", params: { ...withdrawal, number: null } },
  { ...receiver, kind: "direct_debit_failed", params: moneyBack },
];

const anna = { name: "Anna", fictional: false, author: "member" } as const;
const eva = { name: "Eva", fictional: true, author: "operator" } as const;
const notice = { name: "Ben", link: "/chats", token: "a-token" };
const notices = noticeKinds.flatMap((kind): MailJobData[] => [
  { ...receiver, kind, params: { ...notice, people: [anna], count: 1 } },
  { ...receiver, kind, params: { ...notice, people: [anna, eva], count: 2 } },
  { ...receiver, kind, params: { ...notice, people: [anna, eva, { ...anna, author: "automatic" }], count: 5 } },
]);

const program = { ...anna, name: "Mia", automatic: true } as const;
const weekly: MailJobData[] = [
  { ...receiver, kind: "message", params: { ...notice, people: [anna], count: 1, carries: "gift" } },
  { ...receiver, kind: "message", params: { ...notice, people: [eva], count: 1, carries: "photo" } },
  {
    ...receiver,
    kind: "suggestions",
    params: {
      ...notice,
      people: [
        { ...anna, age: 34, city: "Gent", percentage: 81 },
        { ...program, age: 30, city: "", percentage: null },
      ],
    },
  },
  {
    ...receiver,
    kind: "digest",
    params: {
      ...notice,
      lines: noticeKinds.map((kind) =>
        kind === "visitor" ? { kind, count: 3 } : { kind, people: [anna, eva], count: 5 },
      ),
    },
  },
  { ...receiver, kind: "message", params: { ...notice, people: [eva], count: 1, carries: "answer" } },
  { ...receiver, kind: "message", params: { ...notice, people: [eva], count: 1, carries: "reply" } },
  { ...receiver, kind: "message", params: { ...notice, people: [eva], count: 1, carries: "voice" } },
];

async function mailOf(data: AnyMailJobData) {
  const { services } = given;
  await services.jobs.add(services.db, sendMailJob, data as MailJobData);
  await services.jobs.drain(services);
  const mail = services.mail.sent.at(-1);
  if (!mail) throw new Error("nothing was sent");
  return mail;
}

const visibleText = (html: string) =>
  html
    .replace(/<(style|title)>[\s\S]*?<\/\1>|<[^>]+>/g, " ")
    .replaceAll("&amp;", "&")
    .replaceAll("&#x27;", "'")
    .replace(/\s+/g, " ");

describe("R4.01 the activation mail", () => {
  test("comes from the site to the receiver, with the link as a button and as text", async () => {
    const mail = await mailOf(activation);
    expect(mail).toMatchObject({ to: "anna@example.org", from: "hello@rendezvous.invalid", fromName: "Rendezvous" });
    expect(mail.subject).toBe("Confirm your email address for Rendezvous");
    expect(mail.html.split(`href="${link}"`)).toHaveLength(3);
    expect(visibleText(mail.html)).toContain(link);
    expect(mail.text).toContain(`Confirm my address\n${link}\n`);
  });

  test("D6.2 D6.3 names the message that waits for the confirmation, and the welcome credits", async () => {
    const { text } = await mailOf({ ...activation, params: { ...activation.params, credits: 5, waiting: 1 } });
    expect(text).toContain("The message you’ve written goes out as soon as you confirm.");
    expect(text).toContain("You’ll also get 5 free credits.");
    const without = await mailOf({ ...activation, params: { ...activation.params, credits: 0, waiting: 0 } });
    expect(without.text).not.toMatch(/you’ve written|free credit/);
  });

  test("says how long the link works, why it came, and who runs the site", async () => {
    const { text } = await mailOf(activation);
    expect(text).toContain("within 7 days");
    expect(text).toContain("You’re getting this email because someone signed up for Rendezvous");
    expect(text).toContain("Rendezvous Demo B.V.\nVoorbeeldstraat 1\nAmsterdam, Netherlands\n");
    expect(text).toContain("everyone on it is invented");
  });

  test.each(languages)("R4.25 says in %s with how many conversations a free member can begin", async (language) => {
    const { text, html } = await mailOf({ ...activation, language });
    const expected = language === "en" ? "you can start 2 chats" : /(?<!\d)2(?!\d)/;
    // other lines contain numbers too: the demo's address, and the links
    const lines = text.split("\n").filter((line) => !/Voorbeeldstraat|https?:/.test(line));
    expect(lines.join("\n")).toMatch(expected);
    expect(visibleText(html)).toMatch(expected);
  });

  test("D2.1 has the name and the sender of its site", async () => {
    const mail = await mailOf({
      ...activation,
      siteId: 2,
      origin: "http://127.0.0.1:3000",
      params: { name: "Anna", link: "/x" },
    });
    expect(mail).toMatchObject({ from: "hallo@abendrot.invalid", fromName: "Abendrot" });
    expect(mail.subject).toBe("Confirm your email address for Abendrot");
    expect(mail.text).toContain("http://127.0.0.1:3000/x");
    expect(visibleText(mail.html)).not.toContain("Rendezvous &");
  });

  test.each([
    "https://elsewhere.example/x",
    "//elsewhere.example/x",
    "http://localhost:3000.elsewhere.example/",
    "javascript:alert(1)",
  ])("never links to %s", async (elsewhere) => {
    const data = sendMailJob.data.parse({ ...activation, params: { name: "Anna", link: elsewhere } });
    await expect(sendMailJob.run(given.services, data)).rejects.toThrow();
    expect(given.services.mail.sent).toEqual([]);
  });

  test("shows a name verbatim, whatever it contains", async () => {
    const mail = await mailOf({ ...activation, params: { name: "<b>{site}</b> $t(mails:demo)", link } });
    expect(mail.text).toContain("Welcome, <b>{site}</b> $t(mails:demo)!");
    expect(mail.html).toContain("&lt;b&gt;{site}&lt;/b&gt; $t(mails:demo)!");
  });
});

describe("R1.08 D7.7 the receipt", () => {
  test("shows credits, amount, VAT, day and number", async () => {
    const { subject, text } = await mailOf(receipt);
    expect(subject).toBe("Your receipt from Rendezvous: €24.99");
    expect(text).toContain("added 50 credits");
    expect(text).toContain(
      "Credits: 50\nTotal paid: €24.99\nIncluding 19% VAT: €3.99\nDate: 20 November 2026\nReceipt number: 2026-000123\nPayment number: 0193f3a0-1111",
    );
    expect(text).toContain("http://localhost:3000/chats");
  });

  test("says that the member is premium now, if this purchase made them so", async () => {
    expect((await mailOf(receipt)).text).toContain("You’re Premium now");
    expect((await mailOf({ ...receipt, params: { ...paid, premium: false } })).text).not.toContain("You’re Premium");
  });

  test("shows the price before a discount, and the discount", async () => {
    const { text } = await mailOf({ ...receipt, params: { ...paid, list_amount: 3332 } });
    expect(text).toContain("Credits: 50\nPrice: €33.32\nDiscount: −€8.33\nTotal paid: €24.99\n");
  });

  test("uses the singular for one credit", async () => {
    expect((await mailOf({ ...receipt, params: { ...paid, credits: 1 } })).text).toContain("added 1 credit to");
  });
});

/** The title of the model form, and a piece of the instructions, in the words of each language's law. */
const lawfulWords: Record<(typeof languages)[number], [string, string]> = {
  en: ["Model withdrawal form", "within 14 days without giving any reason"],
  de: ["Muster-Widerrufsformular", "binnen 14 Tagen ohne Angabe von Gründen"],
  nl: ["Modelformulier voor herroeping", "binnen een termijn van 14 dagen zonder opgave van redenen"],
  fr: ["Modèle de formulaire de rétractation", "sans donner de motif dans un délai de 14 jours"],
  es: ["Modelo de formulario de desistimiento", "en un plazo de 14 días naturales sin necesidad de justificación"],
  it: ["Modulo tipo di recesso", "senza indicarne le ragioni, entro 14 giorni"],
  pl: ["Wzór formularza odstąpienia od umowy", "w terminie 14 dni bez podania jakiejkolwiek przyczyny"],
  sv: ["Mall för ångerblankett", "utan att ange något skäl inom 14 dagar"],
  da: ["Standardfortrydelsesformular", "uden begrundelse inden for 14 dage"],
  nb: ["Angreskjema", "uten å oppgi noen grunn innen 14 dager"],
  fi: ["Peruuttamislomake", "14 päivän kuluessa syytä ilmoittamatta"],
};

describe.each(languages)(
  "D7.7 R9.05 the papers of a purchase in %s (Directive 2011/83/EU, articles 7 and 8)",
  (language) => {
    test("the mail has the request and its time, the instructions, the model form and the terms with their date", async () => {
      const { text, html } = await mailOf({ ...receipt, language });
      const { sections, title } = given.services.texts.catalog<{
        terms: { title: string; sections: Record<string, { title: string }> };
      }>(language, "pages").terms;
      expect(text).toContain("Please add my credits at once.");
      expect(text).toContain("07:58".replace(":", language === "fi" || language === "da" ? "." : ":"));
      const [form, right] = lawfulWords[language];
      for (const words of [form, right, title]) expect(text).toContain(words);
      for (const { title: heading } of Object.values(sections)) expect(text).toContain(heading.split("{")[0]);
      expect(text).toContain(`http://localhost:3000${language === "en" ? "" : `/${language}`}/withdrawal`);
      // Gmail cuts off what is longer; the receipt comes first in any case
      expect(Buffer.byteLength(html)).toBeLessThan(102_000);
    });
  },
);

test("R9.05 the terms in the papers are in the site's own words where it has some", async () => {
  const words = { title: "Our own rule", body: "Be kind, says {site}.\n\n- to all" };
  const { db, clock } = given.services;
  const none = { pages: {}, words: {} };
  const own = { pages: { "terms.en.s3": words }, words: {} };
  await saveOwnTexts(db, 1, { before: none, after: own, now: clock.now() });
  const { text } = await mailOf(receipt);
  expect(text).toContain("Our own rule\n\nBe kind, says Rendezvous.\n\n– to all");
  await saveOwnTexts(db, 1, { before: own, after: none, now: clock.now() });
});

test("D2.2 a mail is in the site's own words where it has some, and in the built-in ones elsewhere", async () => {
  const { db, clock } = given.services;
  const none = { pages: {}, words: {} };
  const words = {
    "mails.en.activation.subject": "Nearly there: {site}",
    "mails.en.activation.heading": "{name}, hello!",
    // of another version
    "mails.en.activation.preview": "{gone}",
    "mails.de.activation.button": "Los",
  };
  await saveOwnTexts(db, 1, { before: none, after: { pages: {}, words }, now: clock.now() });
  const { subject, text } = await mailOf({ ...activation, params: { name: "Anna B.", link, credits: 5 } });
  expect(subject).toBe("Nearly there: Rendezvous");
  expect(text).toContain("Anna B., hello!");
  expect(text).toContain("Confirm my address");
  expect(text).toContain("5 free credits");
  expect(text).toContain("because someone signed up");
  await saveOwnTexts(db, 1, { before: { pages: {}, words }, after: none, now: clock.now() });
  expect((await mailOf(activation)).subject).toBe("Confirm your email address for Rendezvous");
});

describe.each(languages)("D9.2 R1.11 mails in %s", (language) => {
  test.each([activation, receipt, ...moneyMails, ...notices, ...weekly])(
    "$kind: the text part has all that the HTML says",
    async (data) => {
      const mail = await mailOf({ ...data, language });
      expect(mail.html).toContain(`lang="${language}"`);
      expect(mail.text).not.toMatch(/[{}]|undefined|mails:|<\w/);
      expect(mail.subject).not.toMatch(/[{}]|undefined|mails:/);
      for (const line of mail.text.split("\n").filter((part) => part !== "" && part !== "-- ")) {
        // the HTML may contain an address as the target of a link only
        if (line.startsWith("http")) expect(mail.html).toContain(line);
        else
          for (const part of line.split(/ ?: /))
            expect(visibleText(mail.html)).toContain(part.replace(/\s+/g, " ").trim());
      }
      if (data.kind === "payment_completed") {
        expect(mail.text).toContain(`http://localhost:3000${language === "en" ? "" : `/${language}`}/chats`);
      }
    },
  );
});

test("D7.4 the mails about money that went back say how much, which credits, and what is owed", async () => {
  const texts: string[] = [];
  for (const mail of moneyMails) texts.push((await mailOf(mail)).text);
  const [sent, failed, paidBack, charged] = texts;
  expect(sent).toContain("Amount: €9.95\nCredits taken back: 10\nCredit note: 2026-000124\nPayment number: 0193f3a0");
  expect(failed).toContain("We’ll get in touch");
  expect(failed).toContain("the credit is back in your account");
  expect(paidBack).toContain("Your bank has already paid you back");
  expect(paidBack).not.toContain("We’ll get in touch");
  expect(charged).toContain("you owe 4 credits");
});

test("D7.7 a withdrawal is confirmed with what was declared, and when", async () => {
  const [done, unpaid, recorded] = moneyMails.slice(4);
  if (!done || !unpaid || !recorded) throw new Error("no mails");
  expect((await mailOf(done)).text).toContain("€9.95");
  expect((await mailOf(unpaid)).text).toContain("we’ll cancel it. If the money still reaches us");
  expect((await mailOf(unpaid)).text).not.toContain("€");
  const { text } = await mailOf(recorded);
  expect(text).toContain("I withdraw from this purchase of credits.");
  expect(text).toContain("Number: 2026-000123\nReceived: 20 November 2026 at 08:00 UTC");
});

test("D9.3 D11.1 a gift and a photo are called so, with the labels of who sent them, and nothing about them", async () => {
  const [gift, photo] = [await mailOf(weekly[0] ?? receipt), await mailOf(weekly[1] ?? receipt)];
  expect([gift.subject, photo.subject]).toEqual([
    "Anna sent you a gift",
    "🎭 Eva (Fictional profile, written by our team) sent you a photo",
  ]);
  expect(gift.text).toContain("Open the gift\nhttp://localhost:3000/chats");
});

test("D9.1 D11.1 a digest counts visitors and never names them; suggestions say which member is a program", async () => {
  const [suggestions, digest] = [await mailOf(weekly[2] ?? receipt), await mailOf(weekly[3] ?? receipt)];
  expect(digest.text).toContain("Profile visitors: 3\n");
  expect(suggestions.text).toContain("Anna: 34 · Gent · 81% match\nMia (a program replies): 30\n");
});

test("a mail whose job runs twice is sent once", async () => {
  const data = sendMailJob.data.parse({ ...activation, id: randomUUID() });
  await sendMailJob.run(given.services, data);
  await sendMailJob.run(given.services, data);
  expect(given.services.mail.sent).toHaveLength(1);
});

test("rule 7 a mail is sent only if its transaction commits", async () => {
  const { services } = given;
  const failing = services.db.transaction().execute(async (db) => {
    await services.jobs.add(db, sendMailJob, receipt);
    throw new Error("undo");
  });
  await expect(failing).rejects.toThrow("undo");
  await services.jobs.drain(services);
  expect(services.mail.sent).toEqual([]);
});
