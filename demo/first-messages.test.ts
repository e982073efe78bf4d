import { expect, test } from "vitest";
import { dayMs } from "#contract/durations.ts";
import { chatsAmong } from "./chats.ts";
import { type Country, countries } from "./countries.ts";
import { firstMessagesAmong, firstMessagesNear } from "./first-messages.ts";
import { likesAmong } from "./likes.ts";
import { demoSeed, firstSiteShare, membersInAll } from "./load.ts";
import { peopleWhoLogIn, welcomeTies } from "./logins.ts";
import { peopleOf } from "./people.ts";

const now = new Date("2026-11-20T18:00:00Z");
const seed = `${demoSeed} rendezvous`;
const count = membersInAll * firstSiteShare;
const people = peopleOf({ seed, count, countries: Object.keys(countries) as Country[], now });
const logins = peopleWhoLogIn(demoSeed, now);
const earlierChats = [
  ...chatsAmong(seed, likesAmong(seed, people, now), Math.round(count * 0.375), now),
  ...logins.flatMap((who) => welcomeTies(demoSeed, who, people, now).chats),
];
const { recipients, chats } = firstMessagesNear(seed, { logins, people, chats: earlierChats, now });

test("R10.03 near each login lives someone who answers most, half and few of ten first messages that count", () => {
  for (const login of logins) {
    const near = recipients.filter((recipient) => recipient.login === login);
    expect(near.map(({ hidden = false, limited = false }) => [hidden, limited])).toEqual([
      [false, false],
      [false, false],
      [false, false],
      [true, false],
      [false, true],
    ]);
    const answers = near.map(({ person }) => {
      const received = chats.filter(({ b }) => b === person);
      expect(received).toHaveLength(10);
      for (const { lines } of received) {
        const age = now.getTime() - (lines[0]?.at.getTime() ?? 0);
        expect(age).toBeGreaterThan(7 * dayMs);
        expect(age).toBeLessThan(60 * dayMs);
      }
      return received.filter(({ lines }) => lines.length > 1).length;
    });
    expect(answers.slice(0, 3)).toEqual([8, 5, 1]);
  }
});

test("D6.2 free members begin no more than two chats in the demo world, and no pair has two", () => {
  const all = [...earlierChats, ...chats];
  const begun = Map.groupBy(all, ({ a }) => a);
  for (const [person, theirs] of begun) if (!person.premium) expect(theirs.length).toBeLessThanOrEqual(2);
  const pairs = all.map(({ a, b }) => [a.id, b.id].sort().join(" "));
  expect(new Set(pairs).size).toBe(pairs.length);
});

test("D14.1 in the demo world no one has paid to write first to a program or a fictional profile", () => {
  const written = firstMessagesAmong(seed, [...logins, ...people], earlierChats, now);
  expect(written.length).toBeGreaterThan(100);
  expect(people.some(({ automatic }) => automatic)).toBe(true);
  for (const { from, to } of written) {
    expect([from, to].map(({ automatic, fictional }) => [automatic, fictional])).toEqual([
      [false, false],
      [false, false],
    ]);
  }
});
