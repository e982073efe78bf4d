import { randomUUID } from "node:crypto";
import sharp from "sharp";
import type { InputOf } from "#contract/call.ts";
import { decideReports } from "#contract/office.ts";
import { uploadPhoto } from "#contract/photos.ts";
import type { Member } from "#server/test.ts";

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
