import { randomUUID } from "node:crypto";
import sharp from "sharp";
import type { InputOf } from "#contract/call.ts";
import { getDecisions } from "#contract/decisions.ts";
import { reportMember } from "#contract/moderation.ts";
import { decideReports } from "#contract/office.ts";
import { uploadPhoto } from "#contract/photos.ts";
import { test as base, type Member } from "#server/test.ts";
import { staffMember } from "./staff/test-staff.ts";

/** Two moderators, one of support and an admin, who are logged in; of another admin and of finance the client alone. */
export const test = base
  .extend("mia", { scope: "file" }, ({ given }) => staffMember(given, "moderator"))
  .extend("max", { scope: "file" }, ({ given }) => staffMember(given, "moderator"))
  .extend("sue", { scope: "file" }, ({ given }) => staffMember(given, "support"))
  .extend("ada", { scope: "file" }, ({ given }) => staffMember(given, "admin"))
  .extend("admin", { scope: "file" }, async ({ given }) => (await staffMember(given, "admin")).client)
  .extend("finance", { scope: "file" }, async ({ given }) => (await staffMember(given, "finance")).client);

let drawn = 0;

/** Uploads a photo, each of another colour; it waits for inspection. Answers its id. */
export async function waitingPhoto({ client }: Pick<Member, "client">): Promise<string> {
  drawn += 1;
  const background = { r: (drawn * 53) % 256, g: (drawn * 101) % 256, b: (drawn * 17) % 256 };
  const body = await sharp({ create: { width: 240, height: 300, channels: 3, background } })
    .jpeg()
    .toBuffer();
  const answer = await client.call(uploadPhoto, { body }, { key: randomUUID() });
  if (answer.status !== 200) throw new Error(`the upload failed: ${JSON.stringify(answer.body)}`);
  return answer.body.photo.id;
}

/** Reports a member's profile for a scam, unless `more` says otherwise. Answers the id of the report. */
export async function reportOn({ client }: Pick<Member, "client">, about: Pick<Member, "id">, more: object = {}) {
  const body = { member: about.id, about: "profile" as const, reason: "scam" as const, text: "Look", ...more };
  const answer = await client.call(reportMember, { body });
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return answer.body.report;
}

export const decisionsOf = async ({ client }: Pick<Member, "client">) =>
  (await client.call(getDecisions)).body.decisions;

type Body = InputOf<typeof decideReports>["body"];

/** Decides on reports about a member: for a scam, a week long, unless the decision says otherwise. */
export const decideOn = (
  { client }: Pick<Member, "client">,
  { id }: Pick<Member, "id">,
  reports: string | readonly string[],
  decision: Partial<Omit<Body, "words">> & { words?: string } & Pick<Body, "verdict">,
) =>
  client.call(decideReports, {
    body: { ground: "scam", days: 7, words: "Why", ...decision, id, reports: [reports].flat() },
  });
