import { randomUUID } from "node:crypto";
import { type BrowserContext, expect } from "@playwright/test";
import sharp from "sharp";
import { ask } from "./database.ts";
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

/** Uploads a photo of each colour by calls, without the screens; they are under inspection for some seconds. */
export async function addPhotos({ request }: BrowserContext, backgrounds: readonly string[]): Promise<void> {
  for (const background of backgrounds) {
    const headers = { origin, "idempotency-key": randomUUID(), "content-type": "application/octet-stream" };
    const answer = await request.post("/api/photos.php", { headers, data: await jpeg(background) });
    expect(answer.status(), await answer.text()).toBe(200);
  }
}

/** Ends the inspection of a member's photos at once, so that others see them. */
export async function approvePhotos({ id }: { id: string }): Promise<void> {
  await ask("update photos set status = 'active' where member_id = $1", [id]);
}
