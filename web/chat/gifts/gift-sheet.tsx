import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useRevalidator } from "react-router";
import type { AnswerPromise } from "#contract/answer-promise.ts";
import type { GiftCode } from "#contract/attachments.ts";
import { getChat } from "#contract/chat.ts";
import { sendGift } from "#contract/gifts.ts";
import { addSentMessage } from "#web/chat/chats-cache.ts";
import { ConfirmFirst } from "#web/chat/held-notice.tsx";
import { agreeTo, useAgreed, withoutPromise } from "#web/chat/promise/agreed.ts";
import { promiseOfSheet } from "#web/chat/thread.ts";
import { creditsPath } from "#web/credits/return-to.ts";
import { ApiFailure, type CallFunction } from "#web/lib/api.ts";
import { call } from "#web/lib/call.ts";
import { useMember } from "#web/lib/live-state.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { useSend } from "#web/lib/use-call.ts";
import { useIsMounted } from "#web/lib/use-is-mounted.ts";
import { MemberNote } from "#web/member-parts/member-note.tsx";
import { SmallestBundle } from "#web/member-parts/smallest-bundle.tsx";
import { ButtonLink } from "#web/ui/button.tsx";
import { Sheet } from "#web/ui/dialog.tsx";
import { Notice } from "#web/ui/notice.tsx";
import type { GiftFor } from "./gift-for.ts";
import { GiftForm } from "./gift-form.tsx";
import {
  type Attempt,
  type Choice,
  changeChoice,
  readChoice,
  saveChoice,
  withAttempt,
  withoutAttempt,
} from "./kept-choice.ts";
import { useGiftPrices } from "./price.ts";

type Props = GiftFor & { back: string; onClose: () => Promise<void> };

/** What the giver is promised: the chat's page knows it, elsewhere it is asked for once the sheet is open. */
function usePromise(memberId: string, loadedPromise: AnswerPromise | null | undefined): AnswerPromise | null {
  const { data = null } = useQuery({
    queryKey: ["promise", memberId],
    queryFn: async ({ signal }) => promiseOfSheet(await call(getChat, { query: { member: memberId }, signal })),
    enabled: loadedPromise === undefined,
    gcTime: 0,
  });
  const agreed = useAgreed(memberId);
  const promise = loadedPromise === undefined ? data : loadedPromise;
  return agreed && promise?.state === "used_up" ? null : promise;
}

/** The offer that the page was loaded with is an older one. */
const isStale = new Set(["gift_not_offered", "gift_price_changed"]);

type Try = { gift: GiftCode; text: string; attempt: Attempt };

/** Whether this answer says that the gift was not sent. After too many requests a try before it may have arrived. */
const isRefusal = (error: unknown) =>
  error instanceof ApiFailure && error.status >= 400 && error.status < 500 && error.status !== 429;

/** Says before the choice what is in the way, and whether the recipient is fictional or automatic. */
export default function GiftSheet({ member, left, promise: loadedPromise, onSent, back, onClose }: Props) {
  const t = useTexts("gifts");
  const chat = useTexts("chat");
  const client = useQueryClient();
  const user = useMember();
  const viewer = user?.id ?? "";
  const prices = useGiftPrices(member);
  const promise = usePromise(member.id, loadedPromise);
  const [storedChoice, setChoice] = useState(() => readChoice(viewer, member.id));
  // the site may have taken it off its offer since
  const choice = {
    ...storedChoice,
    gift: storedChoice.gift !== null && prices.has(storedChoice.gift) ? storedChoice.gift : null,
  };
  const isMounted = useIsMounted();
  const { revalidate } = useRevalidator();
  const sendOnce = async (call: CallFunction, { gift, text, attempt: { key, ...terms } }: Try) => {
    try {
      return await call(sendGift, { key, body: { member: member.id, gift, text, ...terms } });
    } catch (error) {
      if (isRefusal(error)) {
        setChoice((previous) => withoutAttempt(previous, key));
        saveChoice(viewer, member.id, withoutAttempt(readChoice(viewer, member.id), key));
      }
      throw error;
    }
  };
  const { run, pending, failure } = useSend(sendOnce, ({ code }) => isStale.has(code) && revalidate());

  const keep = (next: Choice) => {
    setChoice(next);
    saveChoice(viewer, member.id, next);
  };
  const send = async () => {
    const { gift } = choice;
    const credits = gift === null ? undefined : prices.get(gift);
    if (gift === null || credits === undefined) return;
    const tried = withAttempt(choice, { credits, ...withoutPromise(member.id) });
    keep(tried);
    const sent = await run({ ...tried, gift });
    if (sent === null) return;
    saveChoice(viewer, member.id, { gift: null, text: "" });
    addSentMessage(client, sent.conversation.id, sent.message, sent.credits);
    // the sheet of another page may be open now
    if (isMounted()) await onClose();
    await onSent(sent);
  };

  return (
    <Sheet open hasEntry onClose={onClose} title={t("send.title", { name: member.name })} locked={pending}>
      <MemberNote member={member} className="mb-4" />
      {user?.status === "not_confirmed" ? (
        <ConfirmFirst>{t("send.confirm_first")}</ConfirmFirst>
      ) : left === 0 ? (
        <Notice
          title={chat("first.none_left")}
          actions={<ButtonLink to={creditsPath(back)}>{chat("composer.get_credits")}</ButtonLink>}
        >
          {chat("first.none_left_text")}
          <SmallestBundle className="mt-1 block" />
        </Notice>
      ) : (
        <GiftForm
          {...{ member, choice, prices }}
          onChoose={(changes) => keep(changeChoice(choice, changes))}
          onSend={send}
          onSendWithoutPromise={() => {
            agreeTo(member.id);
            void send();
          }}
          pending={pending}
          failure={failure}
          promise={promise}
          back={back}
        />
      )}
    </Sheet>
  );
}
