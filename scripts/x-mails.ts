import { mkdirSync } from "node:fs";
import { chromium } from "@playwright/test";
import { findChromiums } from "./chromium.ts";
import { mailContent } from "#server/features/mails/mail-content.ts";
import { mailFrame } from "#server/features/mails/mail-frame.ts";
import { mailHtml } from "#server/features/mails/mail-html.ts";
import { mailKinds } from "#server/features/mails/mail-kinds.ts";
import { completeSettings } from "#server/site-settings.ts";
import { createTexts } from "#server/texts.ts";

const texts = createTexts();
const settings = { ...completeSettings([]), name: "Rendezvous", support_email: "help@rendezvous.invalid" };
const company = { name: "Rendezvous Demo B.V.", address1: "Voorbeeldstraat 1", address2: "", address3: "", city: "Amsterdam", country: "NL", kvk: "00000000", vat_numbers: ["NL0"], tradenames: [], support_phone: "", delete_discount: 0, added: "2020-01-01T00:00:00Z" };
const anna = { name: "Anna", fictional: false, author: "member" };
const eva = { name: "Eva", fictional: true, author: "operator" };
const link = "http://localhost:3000/abc";
const base = { name: "Ben", link };
const notice = { ...base, token: "tok", people: [anna], count: 1 };
const money = { ...base, payment_id: "0193f3a0-1111", amount: 995, currency: "EUR", credits: 10, credit_note: "2026-7" };
const params: Record<string, object> = {
  new_device: { ...base, browser: "Firefox", system: "Windows", country: "DE", at: "2026-11-20T08:00:00Z" },
  payment_completed: { name: "Ben", payment_id: "0193", credits: 50, list_amount: 3332, amount: 2499, currency: "EUR", receipt: "2026-000123", vat_percent: 19, completed_at: "2026-11-20T08:00:00Z", premium: true },
  direct_debit_mandate: { ...base, amount: 2499, currency: "EUR", account_holder: "Ben Test", iban: "DE** **** 1234", creditor: "Rendezvous", creditor_id: "DE98", mandate_reference: "M1", signed_on: "2026-11-20", collect_on: "2026-11-25" },
  refund_sent: money, refund_failed: money, chargeback: { ...money, owed: 4 },
  withdrawal_received: { ...base, at: "2026-11-20T08:00:00Z", number: "2026-000123", refund: { amount: 995, currency: "EUR", credits: 10 } },
  report: { report: "0193f3a0-1111-7000-8000-000000000001", about: "profile", reason: "scam", reported: "x", reporter: "y", text: "He asked for money." },
  message: notice, like: { ...notice, people: [anna, eva], count: 2 }, match: notice, visitor: { ...notice, count: 2 },
  suggestions: { ...base, token: "t", people: [{ ...anna, age: 34, city: "Gent", percentage: 81 }, { ...anna, name: "Mia", automatic: true, age: 30, city: "", percentage: null }] },
  digest: { ...base, token: "t", lines: [{ kind: "message", people: [anna, eva], count: 5 }, { kind: "like", people: [anna], count: 1 }, { kind: "visitor", people: [anna], count: 3 }] },
};
const kinds: [string, object][] = [...Object.keys(mailKinds).map((kind): [string, object] => [kind, params[kind] ?? { ...base, passkey: "Phone", email: "new@example.org", until: "4 December 2026 at 10:00" }]), ["message", { ...notice, carries: "gift" }], ["message", { ...notice, people: [eva], carries: "photo" }]];
mkdirSync("/tmp/mail", { recursive: true });
const browser = await chromium.launch({ executablePath: findChromiums().shell });
for (const language of ["en", "de", "fi"] as const) {
  const text = (key: string, more = {}) => texts.t(language, `mails:${key}`, { site: settings.name, ...more });
  const about = { site: { id: 1, key: "x", demo: true, companyId: 1, settings }, company } as never;
  const frame = mailFrame(about, { language, origin: "http://localhost:3000", text });
  const htmls: string[] = [];
  for (const [kind, given] of kinds) {
    const content = mailContent({ kind, params: given } as never, { language, origin: "http://localhost:3000", text, fictional: { icon: "🎭", label: texts.t(language, "sites:fictional_warning") } });
    htmls.push(await mailHtml(content, frame));
  }
  for (const colorScheme of ["light", "dark"] as const) {
    for (const part of [0, 1, 2]) {
      const page = await browser.newPage({ colorScheme, viewport: { width: 1640, height: 1000 } });
      const some = htmls.slice(part * 9, part * 9 + 9);
      await page.setContent(`<meta name="color-scheme" content="light dark"><style>body{margin:0;display:grid;grid-template-columns:repeat(5,1fr);gap:6px}iframe{width:100%;height:840px;border:1px solid #888}</style>${some.map((html) => `<iframe srcdoc="${html.replaceAll("&", "&amp;").replaceAll('"', "&quot;")}"></iframe>`).join("")}`);
      await page.waitForTimeout(500);
      await page.screenshot({ path: `/tmp/mail/mails-${language}-${colorScheme}-${part}.png`, fullPage: true });
      await page.close();
    }
  }
}
await browser.close();
