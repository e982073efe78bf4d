import { useRef, useState } from "react";
import {
  type ContactProblem,
  clearContactsDays,
  clearHiddenContacts,
  contactsADay,
  getHiddenContacts,
  hideFromContacts,
  maxContactLines,
} from "#contract/hidden-contacts.ts";
import type { CallFunction } from "#web/lib/api.ts";
import { createAction, pageOf, type ScreenHandle } from "#web/lib/page.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { type Fields, useForm } from "#web/lib/use-form.ts";
import { useHydrated } from "#web/lib/use-hydrated.ts";
import { Button } from "#web/ui/button.tsx";
import { CallForm } from "#web/ui/call-form.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { Screen } from "#web/ui/screen.tsx";
import { TextArea } from "#web/ui/text-field.tsx";
import { TextLink } from "#web/ui/text-link.tsx";
import { useFocus } from "#web/ui/use-focus.ts";
import type { Route } from "./+types/hidden-contacts.ts";
import { hasContactPicker, pickContacts } from "./contact-picker.ts";

export const handle: ScreenHandle = { who: "members", texts: ["hidden-contacts"], mood: "settings" };

export async function loader({ context }: Route.LoaderArgs) {
  const page = pageOf(context);
  const { status } = await page.member();
  const { count } = await page.load(getHiddenContacts);
  return { count, confirmed: status === "active" };
}

/** `refused`: null if the list was cleared, and the field stays as it is. */
type Outcome = { count: number; added: number; refused: readonly { line: number; problem: ContactProblem }[] | null };

const linesOf = (text = "") => text.split(/\r?\n/);

async function send(call: CallFunction, { contacts, clear }: Fields): Promise<Outcome> {
  if (clear !== undefined) return { ...(await call(clearHiddenContacts)), added: 0, refused: null };
  return await call(hideFromContacts, { body: { lines: linesOf(contacts) } });
}

export const action = createAction(send);

type RefusedLine = { text: string; problem: ContactProblem };

function Result({ added, refused }: { added: number; refused: readonly RefusedLine[] }) {
  const t = useTexts("hidden-contacts");
  return (
    <>
      {added > 0 ? <Notice tone="good">{t("added", { count: added })}</Notice> : null}
      {refused.length === 0 ? null : (
        <div className="mt-3">
          <Notice tone="warning" title={t("refused")}>
            <ul className="mt-2">
              {refused.map(({ text, problem }, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: two lines may be the same, and none moves
                <li key={place} className="wrap-anywhere mb-1">
                  {t("refused_line", { line: text.trim().slice(0, 80), problem: t(`problem.${problem}`) })}
                </li>
              ))}
            </ul>
          </Notice>
        </div>
      )}
    </>
  );
}

/** The form; the lines that were refused stay in its field. */
function Contacts({ count: loadedCount, posted }: { count: number; posted: Route.ComponentProps["actionData"] }) {
  const t = useTexts("hidden-contacts");
  const { submit, pending, failure, typed } = useForm(send, posted);
  const [sent, setSent] = useState<{ text: string | undefined; answer: Outcome; turn: number } | null>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const mayPick = useHydrated() && hasContactPicker();
  const { text, answer } = sent ?? { text: typed.contacts, answer: posted?.answer ?? null };
  const lines = linesOf(text);
  const refused = answer?.refused?.map(({ line, problem }) => ({ text: lines[line] ?? "", problem }));
  const count = answer?.count ?? loadedCount;
  // the pressed button is gone with the list
  const status = useFocus<HTMLParagraphElement>(refused ? undefined : sent?.turn);
  const onSubmit = (fields: Fields) =>
    void submit(fields, (outcome) =>
      setSent((before) => ({ text: fields.contacts, answer: outcome, turn: (before?.turn ?? 0) + 1 })),
    );
  const pick = async () => {
    const picked = await pickContacts();
    if (field.current) field.current.value = [field.current.value, ...picked].filter((line) => line !== "").join("\n");
  };
  return (
    <CallForm failure={failure} onSubmit={onSubmit}>
      <div role="status" className="mb-4">
        <p ref={status} tabIndex={-1} className="mb-3 font-semibold">
          {count === 0 ? t("none") : t("count", { count })}
        </p>
        {answer && refused ? <Result added={answer.added} refused={refused} /> : null}
      </div>
      <TextArea
        key={sent?.turn ?? 0}
        ref={field}
        name="contacts"
        rows={5}
        label={t("field")}
        note={t("field_note", { lines: maxContactLines, times: contactsADay })}
        defaultValue={refused ? refused.map((line) => line.text).join("\n") : text}
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
      />
      <div className="flex flex-wrap gap-2.5">
        <Button type="submit" pending={pending}>
          {t("hide")}
        </Button>
        {mayPick ? (
          <Button look="outline" onClick={() => void pick()}>
            {t("pick")}
          </Button>
        ) : null}
      </div>
      {count === 0 ? null : (
        <div className="mt-8 border-line border-t pt-5">
          <p className="mb-3 text-muted">{t("clear_note", { days: clearContactsDays })}</p>
          <Button type="submit" name="clear" value="1" look="outline" pending={pending}>
            {t("clear")}
          </Button>
        </div>
      )}
    </CallForm>
  );
}

/** Hides the member from people they know, by addresses and numbers (R11.04). */
export default function HiddenContacts({ loaderData: { count, confirmed }, actionData }: Route.ComponentProps) {
  const t = useTexts("hidden-contacts");
  return (
    <Screen title={t("title")} narrow>
      <p className="mb-4">{t("intro")}</p>
      <ul className="mb-6 list-disc space-y-2 ps-5 text-muted">
        {(["code", "silent", "chats", "numbers", "guests"] as const).map((point) => (
          <li key={point}>{t(`points.${point}`)}</li>
        ))}
      </ul>
      {confirmed ? <Contacts count={count} posted={actionData} /> : <Notice>{t("confirm_first")}</Notice>}
      <p className="mt-6">
        <TextLink to="/notifications#known">{t("back")}</TextLink>
      </p>
    </Screen>
  );
}
