import type { z } from "zod";
import type { firstMessage } from "#contract/account.ts";
import type { FieldCode } from "#contract/errors.ts";
import { countGraphemes } from "#contract/text.ts";
import { heldAtMost, holdMessage } from "#server/features/chat/index.ts";
import { findVisibility, visibilityError } from "#server/features/visibility/index.ts";
import { Failure, failFields } from "#server/http/fail.ts";
import type { Context } from "#server/http/handle.ts";

type FirstMessage = z.output<typeof firstMessage>;

/** Why a message can't be taken along with a signup (D3.7), before there is an account that it could hurt. */
export async function validateFirstMessage(
  { db, site }: Pick<Context, "db" | "site">,
  message: FirstMessage | undefined,
): Promise<Record<string, FieldCode>> {
  if (!message) return {};
  const { settings } = site;
  if (countGraphemes(message.text) > settings.message_length) return { "message.text": "message_too_long" };
  const seen = visibilityError(await findVisibility(db, site.id, null, message.to), site.id, null) === undefined;
  return seen && heldAtMost(settings, 0) > 0 ? {} : { "message.to": "recipient_unavailable" };
}

/** Holds the message until the address is confirmed; the signup as a whole is refused where that can't be, and says why. */
export async function holdFirstMessage(ctx: Context, from: string, { to, text }: FirstMessage): Promise<void> {
  try {
    await holdMessage(ctx, { from, to, text, key: ctx.key });
  } catch (error) {
    throw error instanceof Failure ? failFields({ "message.to": "recipient_unavailable" }) : error;
  }
}
