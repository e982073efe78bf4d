import { afterAll, expect, test } from "vitest";
import { testServices } from "#server/db/test-database.ts";
import { type AnyMailJobData, sendMailJob } from "#server/features/mails/index.ts";

const given = await testServices();
afterAll(() => given.close());

const origin = "http://localhost:3000";
const receiver = { siteId: 1, to: "anna@example.org", language: "en", origin } as const;
const params = { name: "Anna", link: `${origin}/a-link` };
const seen = { browser: "Firefox", system: "Windows", country: "NL", at: "2026-11-20T18:05:00Z" };

async function mailOf(data: AnyMailJobData) {
  await sendMailJob.run(given.services, sendMailJob.data.parse(data));
  const mail = given.services.mail.sent.at(-1);
  if (!mail) throw new Error("nothing was sent");
  return mail;
}

const mails: [AnyMailJobData, string, string[]][] = [
  [{ ...receiver, kind: "reset", params }, "Choose a new password for Rendezvous", ["within one hour", "Wasn’t you?"]],
  [
    { ...receiver, kind: "login_link", params },
    "Your link to log in to Rendezvous",
    ["within 24 hours", "Don’t share it"],
  ],
  [
    {
      ...receiver,
      kind: "password_changed",
      params: { ...params, passkeys_ended: false, kept_from: "new@example.org" },
    },
    "Your Rendezvous password was changed",
    ["It wasn’t me", "The change of your address to new@example.org is cancelled"],
  ],
  [
    { ...receiver, kind: "mail_change", params: { ...params, email: "new@example.org" } },
    "Confirm your new email address for Rendezvous",
    ["new@example.org", "within 24 hours"],
  ],
  [
    { ...receiver, kind: "mail_changed", params },
    "The email address of your Rendezvous account was changed",
    ["It wasn’t me, undo it", "48 hours"],
  ],
  [
    { ...receiver, kind: "new_device", params: { ...params, ...seen } },
    "New login to your Rendezvous account",
    ["Firefox on Windows", "Netherlands", "20 November 2026 at 18:05 UTC", "See my devices"],
  ],
];

test.each(mails)(
  "D9.2 the mail $kind has its content in text and in HTML, with one button",
  async (data, subject, parts) => {
    const mail = await mailOf(data);
    expect(mail.subject).toBe(subject);
    for (const part of [...parts, "Anna", params.link]) {
      expect(mail.text).toContain(part);
      expect(mail.html.replaceAll("&#x27;", "'")).toContain(part);
    }
    expect(mail.html.split(`href="${params.link}"`)).toHaveLength(3);
    expect(`${mail.text}${mail.subject}`).not.toMatch(/[{}]|undefined|mails:|null/);
  },
);

test("D3.5 the mail about a login says which facts are not known", async () => {
  const nothing = { ...params, browser: null, system: null, country: null, at: seen.at };
  const { text } = await mailOf({ ...receiver, kind: "new_device", params: nothing });
  expect(text).toContain("Device: Unknown\nCountry: Unknown\n");
  const half = { ...params, ...seen, browser: null };
  expect((await mailOf({ ...receiver, kind: "new_device", params: half })).text).toContain("Device: Windows\n");
});
