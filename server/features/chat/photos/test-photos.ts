import { randomUUID } from "node:crypto";
import sharp from "sharp";
import { sendChatPhoto } from "#contract/chat-photos.ts";
import type { Member } from "#server/test.ts";

/** A picture with enough contrast to have a fingerprint; other colours make another one. */
export function picture(left = "#c36", right = "#036"): Promise<Buffer> {
  const half = `<svg width="200" height="300"><rect width="100%" height="100%" fill="${right}"/></svg>`;
  return sharp({ create: { width: 400, height: 300, channels: 3, background: left } })
    .composite([{ input: Buffer.from(half), left: 200, top: 0 }])
    .jpeg()
    .toBuffer();
}

export const sendTo = (
  from: Pick<Member, "client">,
  to: { id: string },
  file: Uint8Array,
  {
    text = "",
    key = randomUUID(),
    ...more
  }: { text?: string; key?: string; credits?: number; without_promise?: boolean } = {},
) => from.client.call(sendChatPhoto, { body: { member: to.id, text, file, ...more } }, { key });
