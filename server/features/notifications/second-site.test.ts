import { signUp } from "#contract/account.ts";
import { requestRecovery } from "#contract/auth.ts";
import { sendComplaint } from "#contract/complaints.ts";
import { likeMember } from "#contract/likes.ts";
import { getMember } from "#contract/members.ts";
import { reportMember } from "#contract/moderation.ts";
import { setNotification } from "#contract/notifications.ts";
import { requestDownload } from "#contract/privacy.ts";
import { signupForm } from "#server/features/account/test-signup.ts";
import { expect, type Fixtures } from "#server/test.ts";
import { sendDigests } from "./digest.ts";
import { type TestMember, test, type World } from "./test-away.ts";

const host = "127.0.0.1";
type Given = Pick<Fixtures, "services" | "visitor"> & { world: World; anna: TestMember; ben: TestMember };
const email = "new.second@example.org";

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
  async ([kind, act], { world, services, visitor, siteIds }) => {
    services.clock.set("2026-11-20T12:00:00Z");
    const [, siteId = 0] = siteIds;
    const [anna, ben] = [await world.someone("Anna", { siteId }), await world.someone("Ben", { siteId })];
    const phone = await world.subscribe(ben);
    await world.pass(60);
    const before = services.mail.sent.length;
    const to = await act({ world, services, visitor, anna, ben });
    await services.jobs.drain(services);
    const mails = services.mail.sent.slice(before).filter((mail) => mail.to === to);
    expect(mails.length, kind).toBeGreaterThan(0);
    for (const mail of mails) {
      const texts = [mail.text, mail.html, ...Object.values(mail.headers)].join(" ");
      const hosts = [...texts.matchAll(/https?:\/\/([^/:\s"<>]+)/g)].map(([, name]) => name);
      expect(hosts.length, mail.subject).toBeGreaterThan(0);
      expect(
        hosts.filter((name) => name !== host && name !== "www.w3.org"),
        mail.subject,
      ).toEqual([]);
      expect(texts).not.toContain("Rendezvous<");
    }
    // a push has only a path, which the service worker opens on its own host
    for (const { content } of world.pushesTo(phone)) expect(content.url).toMatch(/^\/(?!\/)/);
  },
);
