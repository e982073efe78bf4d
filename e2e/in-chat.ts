import type { Browser } from "@playwright/test";
import { arriveTwo, type Guest, send } from "./member.ts";
import { open } from "./open.ts";

/** Two members who have both written, each with the chat open. */
export async function inChat(browser: Browser): Promise<[Guest, Guest]> {
  const [she, he] = await arriveTwo(browser, ["Anna", "Ben"]);
  await send(she.context, "POST", "/api/message.php", { member: he.id, text: "Hello" });
  await send(he.context, "POST", "/api/message.php", { member: she.id, text: "Hello you" });
  await open(she.page, `/members/${he.id}/chat`);
  await open(he.page, `/members/${she.id}/chat`);
  return [she, he];
}
