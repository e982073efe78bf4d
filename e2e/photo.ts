import { randomUUID } from "node:crypto";
import { expect } from "@playwright/test";
import sharp from "sharp";
import { ask } from "./database.ts";
import type { Caller } from "./member.ts";
import { origin } from "./world.ts";

/** No two files have the same bytes: once staff have rejected one, another journey could not upload it. */
const jpeg = (background: string) =>
  sharp({ create: { width: 600, height: 900, channels: 3, background } })
    .withExif({ IFD0: { ImageDescription: randomUUID() } })
    .jpeg()
    .toBuffer();

/** A photo of one colour, as a file for a file chooser. */
export const photoFile = async (background: string, name: string) => ({
  name,
  mimeType: "image/jpeg",
  buffer: await jpeg(background),
});

/** Uploads a picture by a call, without the screens; returns the answer. */
export async function upload({ request }: Caller, path: "/api/photos.php" | "/api/selfie.php", data: Buffer) {
  const headers = { origin, "idempotency-key": randomUUID(), "content-type": "application/octet-stream" };
  const answer = await request.post(path, { headers, data });
  expect(answer.status(), await answer.text()).toBe(200);
  return await answer.json();
}

/** Uploads a photo of each colour by calls, without the screens; they are under inspection for some seconds. */
export async function addPhotos(context: Caller, backgrounds: readonly string[]): Promise<void> {
  for (const background of backgrounds) await upload(context, "/api/photos.php", await jpeg(background));
}

/** Dates a member's photos that wait a day ahead, because the demo approves older ones by itself. */
export async function keepWaiting({ id }: { id: string }): Promise<void> {
  const later = "update photos set created_at = created_at + interval '1 day' where member_id = $1";
  await ask(`${later} and status = 'inspection'`, [id]);
}

/** Ends the inspection of a member's photos at once, so that others see them. */
export async function approvePhotos({ id }: { id: string }): Promise<void> {
  await ask("update photos set status = 'active' where member_id = $1", [id]);
}
