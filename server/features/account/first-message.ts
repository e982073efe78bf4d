import type { z } from "zod";
import type { firstMessage } from "#contract/account.ts";
import type { FieldCode } from "#contract/errors.ts";
import { countGraphemes } from "#contract/measure-text.ts";
import { heldLimit, holdMessage } from "#server/features/chat/index.ts";
import { findVisibility, visibilityError } from "#server/features/visibility/index.ts";
import { Failure, failFields } from "#server/http/fail.ts";
import type { Context } from "#server/http/handle.ts";

type FirstMessage = z.output<typeof firstMessage>;

/** What is wrong with the first message of a signup (D3.7); checked before the account is created. */
export async function validateFirstMessage(
  { db, site }: Pick<Context, "db" | "site">,
  message: FirstMessage | undefined,
): Promise<Record<string, FieldCode>> {
  if (!message) return {};
  const { settings } = site;
  if (countGraphemes(message.text) > settings.message_length) return { "message.text": "message_too_long" };
  const found = await findVisibility(db, site.id, { viewer: null, member: message.to });
  const visible = visibilityError(found, site.id, null) === undefined;
  return visible && heldLimit(settings, 0) > 0 ? {} : { "message.to": "recipient_unavailable" };
}

/** Holds the message until the address is confirmed. If that fails, throws `invalid_input`, which fails the signup. */
export async function holdFirstMessage(ctx: Context, from: string, { to, text }: FirstMessage): Promise<void> {
  try {
    await holdMessage(ctx, { from, to, text, key: ctx.key });
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    throw failFields({ "message.to": error.code === "outside_wishes" ? "outside_wishes" : "recipient_unavailable" });
  }
}
