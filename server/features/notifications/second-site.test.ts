import { signUp } from "#contract/account.ts";
import { requestRecovery } from "#contract/auth.ts";
import { sendComplaint } from "#contract/complaints.ts";
import { getBundles } from "#contract/credits.ts";
import { settlementBodiesUrl } from "#contract/decisions.ts";
import { likeMember } from "#contract/likes.ts";
import { getMember } from "#contract/members.ts";
import { reportMember } from "#contract/moderation.ts";
import { setNotification } from "#contract/notifications.ts";
import { getPayment, startPayment } from "#contract/payments.ts";
import { requestDownload } from "#contract/privacy.ts";
import { getMemberFile, sanctionMember } from "#contract/staff-members.ts";
import { announceTerms, changePageText, getStaffPages } from "#contract/staff-sites.ts";
import { withdraw } from "#contract/withdrawals.ts";
import { signupForm } from "#server/features/account/test-signup.ts";
import { allJobs } from "#server/features/all-jobs.ts";
import { staffMember } from "#server/features/office/staff/test-staff.ts";
import { expect, type Fixtures } from "#server/test.ts";
import { sendDigests } from "./send-weekly.ts";
import { type TestMember, test, type World } from "./test-away.ts";

const host = "127.0.0.1";
/** A namespace of the markup, and the Commission's list that each statement of reasons links (DSA, article 21). */
const outside = ["www.w3.org", new URL(settlementBodiesUrl).host];
type Given = Pick<Fixtures, "given" | "services" | "visitor"> & {
  world: World;
  siteId: number;
  anna: TestMember;
  ben: TestMember;
};
const email = "new.second@example.org";

/** Buys the smallest bundle; the sandbox is paid in the database, because its page is not part of this app. */
async function buy(services: Fixtures["services"], { client }: TestMember): Promise<string> {
  const [bundle] = (await client.call(getBundles)).body.bundles;
  const order = { bundle_id: bundle?.id ?? "", amount: bundle?.price ?? 0, begin_at_once: true as const };
  const { payment, checkout_url: url } = (await client.call(startPayment, { body: order })).body;
  const paid = services.db.updateTable("sandbox_payments").set({ status: "completed", method: "card" });
  await paid.where("reference", "=", url.split("/").at(-1) ?? "").execute();
  const { status } = (await client.call(getPayment, { query: { id: payment.payment_id } })).body.payment;
  if (status !== "completed") throw new Error(`the payment is ${status}`);
  return payment.payment_id;
}

/** What happens on the second site; returns the address that gets the mail about it. */
const kinds: Record<string, (given: Given) => Promise<string>> = {
  message: async ({ world, anna, ben }) => {
    await world.write(anna, ben);
    await world.pass(3);
    return ben.email;
  },
  like: async ({ world, anna, ben }) => {
    await anna.client.call(likeMember, { body: { id: ben.id } });
    await world.pass(180);
    return ben.email;
  },
  match: async ({ world, anna, ben }) => {
    await anna.client.call(likeMember, { body: { id: ben.id } });
    await ben.client.call(likeMember, { body: { id: anna.id } });
    await world.pass(180);
    return anna.email;
  },
  visitor: async ({ world, anna, ben }) => {
    await ben.client.call(setNotification, { body: { kind: "visitor", channel: "email", enabled: true } });
    await world.pass(20);
    await anna.client.call(getMember, { query: { id: ben.id } });
    await world.pass(180);
    return ben.email;
  },
  digest: async ({ world, services, anna, ben }) => {
    await ben.client.call(setNotification, { body: { kind: "digest", channel: "email", enabled: true } });
    await world.pass(20);
    await anna.client.call(likeMember, { body: { id: ben.id } });
    services.clock.set("2026-11-22T18:00:00Z");
    await sendDigests.run(services, {});
    return ben.email;
  },
  suggestions: async ({ world, services, siteId }) => {
    services.clock.set("2026-11-26T14:00:00Z");
    const alike = { siteId, dateOfBirth: "1990-05-17", sexuality: "hetero" as const };
    const reader = await world.someone("Reader", { ...alike, gender: "female" });
    await reader.client.call(setNotification, { body: { kind: "suggestions", channel: "email", enabled: true } });
    services.clock.set("2026-11-26T16:30:00Z");
    await world.someone("Newcomer", { ...alike, gender: "male" });
    await allJobs.find(({ name }) => name === "send-suggestions")?.run(services, {});
    return reader.email;
  },
  payment_completed: async ({ services, ben }) => {
    await buy(services, ben);
    return ben.email;
  },
  withdrawal_received: async ({ services, ben }) => {
    const payment = await buy(services, ben);
    await services.jobs.drain(services);
    services.mail.sent.length = 0;
    await ben.client.call(withdraw, { body: { payment_id: payment } });
    return ben.email;
  },
  decision: async ({ given, ben }) => {
    const { client } = await staffMember(given, "moderator");
    const { version } = (await client.call(getMemberFile, { query: { id: ben.id } })).body.member;
    const measure = { measure: "warned", days: 7, ground: "harassment", words: "Be kind." } as const;
    await client.call(sanctionMember, { body: { id: ben.id, version, ...measure } });
    return ben.email;
  },
  terms_change: async ({ given, services, ben, siteId }) => {
    const { client } = await staffMember(given, "admin");
    const sites = (await client.call(getStaffPages)).body.sites;
    const site = sites.map(({ key }) => key).find((key) => key !== "rendezvous") ?? "";
    const place = { site, page: "terms", language: "en", section: "own1" } as const;
    const drafted = await client.call(changePageText, { body: { ...place, after: { title: "New", body: "New." } } });
    const id = drafted.body.next?.id ?? "";
    await client.call(announceTerms, { body: { site, id, applies_on: "2027-03-01" } });
    await allJobs.find(({ name }) => name === "announce-terms")?.run(services, {});
    expect(siteId).toBe(ben.siteId);
    return ben.email;
  },
  reset: async ({ visitor, ben }) => {
    await visitor(host).call(requestRecovery, { body: { email: ben.email, way: "reset" } });
    return ben.email;
  },
  activation: async ({ visitor }) => {
    await visitor(host).call(signUp, { body: signupForm({ name: "Second site", email }) });
    return email;
  },
  report_received: async ({ anna, ben }) => {
    await anna.client.call(reportMember, { body: { member: ben.id, about: "profile", reason: "scam" } });
    return anna.email;
  },
  complaint_received: async ({ visitor, ben }) => {
    await visitor(host).call(sendComplaint, { body: { email: ben.email, text: "Too loud" } });
    return ben.email;
  },
  download_ready: async ({ ben }) => {
    await ben.client.call(requestDownload);
    return ben.email;
  },
};

test.for(Object.entries(kinds))(
  "D2.1 every link of a member of the second site leads to it: %s",
  async ([kind, act], { given, world, services, visitor, siteIds }) => {
    services.clock.set("2026-11-20T12:00:00Z");
    const [, siteId = 0] = siteIds;
    const [anna, ben] = [await world.someone("Anna", { siteId }), await world.someone("Ben", { siteId })];
    const phone = await world.subscribe(ben);
    await world.pass(60);
    services.mail.sent.length = 0;
    const to = await act({ given, world, services, visitor, siteId, anna, ben });
    await services.jobs.drain(services);
    const mails = services.mail.sent.filter((mail) => mail.to === to);
    expect(mails.length, kind).toBeGreaterThan(0);
    for (const mail of mails) {
      const texts = [mail.text, mail.html, ...Object.values(mail.headers)].join(" ");
      const hosts = [...texts.matchAll(/https?:\/\/([^/:\s"<>]+)/g)].map(([, name]) => name);
      expect(hosts.length, mail.subject).toBeGreaterThan(0);
      expect(
        hosts.filter((name) => name !== host && !outside.includes(name ?? "")),
        mail.subject,
      ).toEqual([]);
      expect(texts).not.toContain("Rendezvous<");
    }
    // a push has only a path, which the service worker opens on its own host
    for (const { content } of world.pushesTo(phone)) expect(content.url).toMatch(/^\/(?!\/)/);
  },
);
