import type { ProxyFault } from "#server/db/test-faulty-proxy.ts";
import { acts, type Load } from "./outage-load.ts";
import { table } from "./report.ts";

/** What happened during four seconds of misbehaviour, and afterwards; `well`: seconds until it worked again. */
export type Outage = {
  neighbour: string;
  manner: ProxyFault;
  well: number;
} & Load;

export function outageTable(outages: readonly Outage[], lost: number): string {
  const heads = ["neighbour", "is", ...acts.map((act) => `${act} failed`), "slowest text ms", "well again after s"];
  const rows = outages.map(({ neighbour, manner, done, slowestText, well }) => [
    neighbour,
    manner,
    ...acts.map((act) => `${done[act].failed} of ${done[act].sent}`),
    Math.round(slowestText).toLocaleString("en"),
    Number.isFinite(well) ? well.toFixed(1) : "never",
  ]);
  return `${table([heads, ...rows])}

Messages, gifts, likes and photos that were acknowledged and are missing or there twice: ${lost}.`;
}

/** The page for operators. */
export const outagePage = (shown: string) => `# When a neighbour fails
\`npm run outages -- --write\` wrote this page on ${new Date().toISOString().slice(0, 10)}. It starts the product with Redis, an S3 store, a
mail server, a stand-in of Mollie, a replica, PgBouncer and PostgreSQL. One after the other is slow (each byte eight
seconds late), gone (connections refused and cut) or talks nonsense (a web page instead of its protocol) for four
seconds, while members act four times a second: every other time they write a text, otherwise they send a gift, a like
or a photo in a chat. PostgreSQL is also killed, and started again after
these four seconds.

${shown}

- *failed*, of how many: the member saw "please try again"; the app does so by itself, with the same key, so nothing is doubled.
  Photos need the store, texts, gifts and likes do not.
- *well again*: until the part worked for members once more, counted from the moment when the neighbour was well: a
  photo was taken, a payment began, a mail arrived, a message was sent.
- Chats need PostgreSQL alone. If it is away, sends fail at once, and the page says so. If the way to it hangs, a
  statement is given up after a minute, and its connection is closed.
- PgBouncer needs \`server_login_retry = 1\`, as in \`deploy/pgbouncer.ini\`: without it, it goes on refusing everyone for
  up to 15 seconds after PostgreSQL is back.
`;
