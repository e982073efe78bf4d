import { randomUUID } from "node:crypto";
import { type BrowserContext, expect } from "@playwright/test";
import { ask } from "./database.ts";
import { photoFile } from "./photo.ts";
import { origin } from "./world.ts";

/** Sends a photo of one colour by a call, without the screens; returns the ids of its message and conversation. */
export async function sendPhoto({ request }: BrowserContext, to: { id: string }, background: string, text = "") {
  const answer = await request.post("/api/photo-message.php", {
    headers: { origin, "idempotency-key": randomUUID() },
    multipart: { member: to.id, text, file: await photoFile(background, "photo.jpg") },
  });
  expect(answer.status(), await answer.text()).toBe(200);
  const { message, conversation } = await answer.json();
  return { message: String(message.id), conversation: String(conversation.id) };
}

/** Ends the inspection of the photo in a message, as staff would. */
export async function inspect(message: string, status: "active" | "rejected"): Promise<void> {
  const reason = status === "rejected" ? "contact_details" : null;
  await ask("update chat_photos set status = $2, reason = $3 where message_id = $1", [message, status, reason]);
}
