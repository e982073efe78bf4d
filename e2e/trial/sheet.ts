import { queueNames } from "#contract/office.ts";
import { demoPassword } from "#demo/password.ts";
import { demoStaff } from "#demo/staff.ts";
import { sayIn } from "#e2e/texts.ts";
import { address, data } from "#e2e/world.ts";
import type { Case } from "./case.ts";

const say = sayIn("en");

type Job = { title: string; text: string; cases: readonly Case[] };

const queueText = (title: string, count: number) =>
  `Work through “${title}” until nothing is left (${count === 1 ? "1 item" : `${count} items`}).`;

/** The jobs of the sheet: each queue in the order of the staff home, then what is asked beside them. */
function jobsOf(cases: readonly Case[]): Job[] {
  const fromQueues = queueNames.flatMap((queue) => {
    const items = cases.filter((each) => each.queue === queue);
    const title = say(`staff:queues.${queue}`);
    return items.length === 0 ? [] : [{ title, text: queueText(title, items.length), cases: items }];
  });
  const asked = cases.flatMap((each) =>
    each.job === undefined ? [] : [{ title: "A question", text: each.job, cases: [each] }],
  );
  return [...fromQueues, ...asked];
}

/** The sheet for the moderator: what to do, and nothing that tells what is right. */
export function writeSheet(cases: readonly Case[]): string {
  const jobs = jobsOf(cases).map(({ text }, at) => `${at + 1}. ${text}`);
  return `# A day at the back office

You are a moderator and admin of a dating site. All members are invented; pictures are drawings, and a line in a
picture says what it stands for. Texts are in several languages: use any translator. Say aloud what you look for and
what you think. No one helps you; you may leave a job when you are stuck. After each job, grade how it went, from 1
(very hard) to 7 (very easy).

Open ${address}/staff and log in:

- address: ${demoStaff.email}
- password: ${demoPassword}
- code: by an authenticator app with the secret ${demoStaff.secret}, or from
  DATA_DIR=${data} npm run -s staff -- code

A decision that is not clear to you is one as well: decide as you would at work, and say why.

${jobs.join("\n")}
`;
}

const idsOf = (ids: Record<string, string>) =>
  Object.entries(ids)
    .map(([name, id]) => `${name} ${id}`)
    .join(", ");

/** The key for the observer, with a place for what they count. */
export function writeKey(cases: readonly Case[]): string {
  const parts = jobsOf(cases).map(({ title, text, cases: items }, at) => {
    const lines = items.map(
      ({ what, expected, why, ids }) =>
        `- [ ] ${what}\n  - expected: ${expected}\n  - why: ${why}\n  - ids: ${idsOf(ids)}`,
    );
    return `## ${at + 1}. ${title}\n${text}\n\n${lines.join("\n")}\n\npresses: ___  wrong turns: ___  minutes: ___  grade (1 to 7): ___\n`;
  });
  return `# Key of the trial at ${address}: ${cases.length} cases\n\nNot for the moderator.\n\n${parts.join("\n")}`;
}
