import type { AttachmentSource } from "#server/hooks.ts";
import type { MemberContext } from "#server/http/handle.ts";
import type { Sent } from "./draft.ts";

/** The answer for a message that was sent before, with its attachment as it is now. */
export async function withAttachment(
  { services, viewer }: Pick<MemberContext, "services" | "viewer">,
  source: AttachmentSource,
  sent: Sent,
): Promise<Sent> {
  const { id } = sent.message;
  const attachment = (await source.find(services.db, viewer.memberId, [id])).get(id);
  return attachment ? { ...sent, message: { ...sent.message, attachment } } : sent;
}
