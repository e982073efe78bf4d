import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useRevalidator } from "react-router";
import type { AnswerPromise } from "#contract/answer-promise.ts";
import { getChat } from "#contract/chat.ts";
import { sendGift } from "#contract/gifts.ts";
import { ConfirmFirst } from "#web/chat/held-notice.tsx";
import { agreeTo, useAgreed, withoutPromise } from "#web/chat/promise/promise-note.tsx";
import { premiumPath } from "#web/credits/return-to.ts";
import { call } from "#web/lib/call.ts";
import { userQuery } from "#web/lib/live-queries.ts";
import { useMember } from "#web/lib/live-state.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { useCall } from "#web/lib/use-call.ts";
import { MemberNote } from "#web/member-parts/member-note.tsx";
import { ButtonLink } from "#web/ui/button.tsx";
import { Sheet } from "#web/ui/dialog.tsx";
import { Notice } from "#web/ui/notice.tsx";
import type { GiftFor } from "./gift-for.ts";
import { GiftForm } from "./gift-form.tsx";
import { type Choice, readChoice, saveChoice } from "./kept-choice.ts";
import { useGiftPrices } from "./price.ts";

type Props = GiftFor & {
  /** The path that leads back here, with the sheet open. */
  back: string;
  onClose: () => Promise<void>;
};

/** What the giver is promised (R10.01): the chat's page knows it, elsewhere it is asked for once the sheet is open. */
function usePromise(memberId: string, known: AnswerPromise | null | undefined): AnswerPromise | null {
  const { data = null } = useQuery({
    queryKey: ["promise", memberId],
    queryFn: async ({ signal }) => (await call(getChat, { query: { member: memberId }, signal })).promise,
    enabled: known === undefined,
    gcTime: 0,
  });
  const agreed = useAgreed(memberId);
  const promise = known === undefined ? data : known;
  return agreed && promise?.state === "used_up" ? null : promise;
}

/**
 * Sends a gift (R1.05). Before the member chooses, the sheet says if the address is not confirmed or no conversation is
 * left, and whether the recipient is fictional or automatic (D11.1).
 */
export default function GiftSheet({ member, left, promise: known, onSent, back, onClose }: Props) {
  const t = useTexts("gifts");
  const chat = useTexts("chat");
  const client = useQueryClient();
  const user = useMember();
  const viewer = user?.id ?? "";
  const prices = useGiftPrices();
  const promise = usePromise(member.id, known);
  const [stored, setChoice] = useState(() => readChoice(viewer, member.id));
  // the site may have taken it off its offer since
  const choice = { ...stored, gift: stored.gift !== null && prices.has(stored.gift) ? stored.gift : null };
  const { run, pending, failure } = useCall(sendGift);
  const { revalidate } = useRevalidator();
  const isStale = failure?.code === "gift_not_offered" || failure?.code === "gift_price_changed";
  // the offer that the page was loaded with is an older one
  useEffect(() => {
    if (isStale) void revalidate();
  }, [isStale, revalidate]);

  const choose = (changes: Partial<Choice>) => {
    const next = { ...choice, ...changes };
    setChoice(next);
    saveChoice(viewer, member.id, next);
  };
  const send = async () => {
    const { gift } = choice;
    if (gift === null) return;
    const price = { credits: prices.get(gift), ...withoutPromise(member.id) };
    const sent = await run({ body: { member: member.id, gift, text: choice.text, ...price } });
    if (sent === null) return;
    saveChoice(viewer, member.id, { gift: null, text: "" });
    client.setQueryData(userQuery.queryKey, (known) => (known ? { ...known, credits: sent.credits } : known));
    await onClose();
    await onSent(sent);
  };

  return (
    <Sheet open onClose={onClose} title={t("send.title", { name: member.name })} locked={pending}>
      <MemberNote member={member} unpriced className="mb-4" />
      {user?.status === "not_confirmed" ? (
        <ConfirmFirst>{t("send.confirm_first")}</ConfirmFirst>
      ) : left === 0 ? (
        <Notice
          title={chat("first.none_left")}
          actions={<ButtonLink to={premiumPath(back)}>{chat("composer.get_premium")}</ButtonLink>}
        >
          {chat("first.none_left_text")}
        </Notice>
      ) : (
        <GiftForm
          {...{ choice, prices }}
          onChoose={choose}
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
