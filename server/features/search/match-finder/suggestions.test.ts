import { sendMessage } from "#contract/chat.ts";
import { dayMs, hourMs } from "#contract/durations.ts";
import { likeMember } from "#contract/likes.ts";
import { setNotification } from "#contract/notifications.ts";
import { test as base, expect, type Member } from "#server/test.ts";
import { sendSuggestions } from "./send-suggestions.ts";

/** Half past five on a Thursday afternoon in Amsterdam. */
const thursday = new Date("2026-11-26T16:30:00Z");

const test = base.extend("people", { scope: "file" }, ({ member, services }) => {
  const longAgo = new Date(thursday.getTime() - 30 * dayMs);
  const bornLike = { dateOfBirth: "1990-05-17", sexuality: "hetero" as const };
  return {
    /** A woman who asked for the suggestions, and was here two hours ago. */
    async reader(input: object = {}) {
      services.clock.set(new Date(thursday.getTime() - 2 * hourMs));
      const since = { createdAt: longAgo, lastActiveAt: services.clock.now() };
      const anna = await member({ ...bornLike, gender: "female", ...since, ...input });
      const body = { kind: "suggestions" as const, channel: "email" as const, enabled: true };
      await anna.client.call(setNotification, { body });
      services.clock.set(thursday);
      return anna;
    },
    /** A man who joined some days before. */
    man: (name: string, days: number, input: object = {}) =>
      member({
        ...bornLike,
        name,
        gender: "male",
        createdAt: new Date(thursday.getTime() - days * dayMs),
        lastActiveAt: new Date(thursday.getTime() - hourMs),
        ...input,
      }),
    async mailsTo(who: Member) {
      for (let run = 0; run < 3; run += 1) await sendSuggestions.run(services, {});
      await services.jobs.drain(services);
      return services.mail.sent.filter(({ to }) => to === who.email);
    },
  };
});

test("D9.1 where no one joined there is no mail", async ({ people }) => {
  const anna = await people.reader();
  await people.man("Early", 8);
  expect(await people.mailsTo(anna)).toEqual([]);
});

test("D9.1 D11.1 R11.06 the weekly suggestions name new people who suit one, and no one else, once", async ({
  people,
  services,
}) => {
  const ben = await people.man("Benno", 2);
  await people.man("Replier", 2, { automatic: true });
  await people.man("Invented", 2, { fictional: true });
  await people.man("Elsewhere", 2, { gender: "female", sexuality: "hetero" });
  await people.man("Older", 2, { dateOfBirth: "1950-01-01" });
  const liked = await people.man("Liked", 2);
  const partner = await people.man("Partner", 2, { credits: 1 });
  const anna = await people.reader();
  await anna.client.call(likeMember, { body: { id: liked.id } });
  expect((await partner.client.call(sendMessage, { body: { member: anna.id, text: "Hello" } })).status).toBe(200);
  await services.db
    .updateTable("profiles")
    .set({ last_active_at: new Date(thursday.getTime() - hourMs) })
    .where("member_id", "=", anna.id)
    .execute();
  const [mail, ...more] = await people.mailsTo(anna);
  expect(more).toEqual([]);
  expect(mail?.subject).toBe("New members who suit you");
  expect(mail?.text).toContain("Benno: 36 · Amsterdam");
  for (const other of ["Replier", "Invented", "Elsewhere", "Older", "Liked", "Partner", "Early"])
    expect(mail?.text).not.toContain(other);
  expect(mail?.text).toContain("http://localhost:3000/members?new=1&sort=best");
  expect(mail?.concerns).toContain(ben.id);
  expect(mail?.headers["List-Unsubscribe-Post"]).toBe("List-Unsubscribe=One-Click");
  const other = await people.reader();
  expect(await people.mailsTo(other)).toHaveLength(1);
});
