import { type ReactNode, useId, useRef, useState } from "react";
import {
  type ContactProblem,
  clearContactsDays,
  clearHiddenContacts,
  contactsADay,
  getHiddenContacts,
  hideFromContacts,
  maxContactLines,
  showToContact,
} from "#contract/hidden-contacts.ts";
import type { CallFunction } from "#web/lib/api.ts";
import { createAction, pageOf, type ScreenHandle } from "#web/lib/page.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { type Fields, type Posted, useForm } from "#web/lib/use-form.ts";
import { useHydrated } from "#web/lib/use-hydrated.ts";
import { SettingsLink } from "#web/setting-parts/settings-link.tsx";
import { Button } from "#web/ui/button.tsx";
import { CallForm } from "#web/ui/call-form.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { Screen } from "#web/ui/screen.tsx";
import { Section } from "#web/ui/section.tsx";
import { TextArea, TextField } from "#web/ui/text-field.tsx";
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
type Changed = { count: number; added: number; refused: readonly { line: number; problem: ContactProblem }[] | null };
/** `shown`: the line that names one person; `problem`: why no contact of the list is in it. */
type Shown = { count: number; shown: string; problem: ContactProblem | "not_hidden" | null };
type Outcome = Changed | Shown;

const linesOf = (text = "") => text.split(/\r?\n/);

async function sendShow(call: CallFunction, { contact = "" }: Fields): Promise<Shown> {
  const { count, removed, problem } = await call(showToContact, { body: { line: contact } });
  return { count, shown: contact.trim(), problem: problem ?? (removed === 0 ? "not_hidden" : null) };
}

async function sendChange(call: CallFunction, { contacts, clear }: Fields): Promise<Changed> {
  if (clear !== undefined) return { ...(await call(clearHiddenContacts)), added: 0, refused: null };
  return await call(hideFromContacts, { body: { lines: linesOf(contacts) } });
}

/** Both forms of the page, without scripts. */
const send = (call: CallFunction, fields: Fields): Promise<Outcome> =>
  fields.contact === undefined ? sendChange(call, fields) : sendShow(call, fields);

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

type FormProps<Answer> = { count: number; posted: Posted<Answer> | undefined; onCount: (count: number) => void };

/** The form, and after `children` its button that clears the list; the lines that were refused stay in its field. */
function Contacts({ count, posted, onCount, children }: FormProps<Changed> & { children: ReactNode }) {
  const t = useTexts("hidden-contacts");
  const { submit, pending, failure, typed } = useForm(sendChange, posted);
  const [sent, setSent] = useState<{ text: string | undefined; answer: Changed; turn: number } | null>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const id = useId();
  const mayPick = useHydrated() && hasContactPicker();
  const { text, answer } = sent ?? { text: typed.contacts, answer: posted?.answer ?? null };
  const lines = linesOf(text);
  const refused = answer?.refused?.map(({ line, problem }) => ({ text: lines[line] ?? "", problem }));
  // the pressed button is gone with the list
  const status = useFocus<HTMLParagraphElement>(refused ? undefined : sent?.turn);
  const onSubmit = (fields: Fields) =>
    void submit(fields, (outcome) => {
      onCount(outcome.count);
      setSent((before) => ({ text: fields.contacts, answer: outcome, turn: (before?.turn ?? 0) + 1 }));
    });
  const pick = async () => {
    const picked = await pickContacts();
    if (field.current) field.current.value = [field.current.value, ...picked].filter((line) => line !== "").join("\n");
  };
  return (
    <>
      <CallForm id={id} failure={failure} onSubmit={onSubmit}>
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
          error={failure?.fields.lines}
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
      </CallForm>
      {children}
      {count === 0 ? null : (
        <Section title={t("clear")} heading="mb-3 text-lg" className="mt-8 border-line border-t pt-5">
          <p className="mb-3 text-muted">{t("clear_note", { days: clearContactsDays })}</p>
          <Button type="submit" form={id} name="clear" value="1" look="outline" pending={pending}>
            {t("clear")}
          </Button>
        </Section>
      )}
    </>
  );
}

/** Ends hiding from one person, who is named by a line: there is no list to choose from. */
function ShowAgain({ count, posted, onCount }: FormProps<Shown>) {
  const t = useTexts("hidden-contacts");
  const { submit, pending, failure, answer, typed } = useForm(sendShow, posted);
  const problem = answer?.problem ?? null;
  const error = problem === null ? undefined : t(problem === "not_hidden" ? problem : `problem.${problem}`);
  const status = useFocus<HTMLDivElement>(problem === null ? answer : undefined);
  return (
    <>
      <div ref={status} role="status" tabIndex={-1}>
        {answer && problem === null ? (
          <div className="mt-6">
            <Notice tone="good">{t("shown", { contact: answer.shown })}</Notice>
          </div>
        ) : null}
      </div>
      {count === 0 ? null : (
        <Section title={t("show_title")} heading="mb-3 text-lg" className="mt-8 border-line border-t pt-5">
          <CallForm
            key={problem === null ? answer?.shown : undefined}
            failure={failure}
            onSubmit={(fields) => void submit(fields, (outcome) => onCount(outcome.count))}
          >
            <TextField
              name="contact"
              label={t("show_field")}
              note={t("show_note", { days: clearContactsDays })}
              error={error}
              defaultValue={problem === null ? undefined : typed.contact}
              maxLength={1000}
              required
              autoComplete="off"
              autoCapitalize="none"
              autoCorrect="off"
              spellCheck={false}
            />
            <Button type="submit" look="outline" pending={pending}>
              {t("show")}
            </Button>
          </CallForm>
        </Section>
      )}
    </>
  );
}

type Part = { posted: Route.ComponentProps["actionData"]; isShow: boolean };

/** The outcome of the form that was posted without scripts, for that form alone. */
function postedOf<Answer extends Outcome>({ posted, isShow }: Part): Posted<Answer> | undefined {
  return posted && (posted.typed.contact !== undefined) === isShow ? (posted as Posted<Answer>) : undefined;
}

function Forms({ count: loadedCount, posted }: { count: number; posted: Route.ComponentProps["actionData"] }) {
  const [count, setCount] = useState(posted?.answer?.count ?? loadedCount);
  return (
    <Contacts count={count} posted={postedOf<Changed>({ posted, isShow: false })} onCount={setCount}>
      <ShowAgain count={count} posted={postedOf<Shown>({ posted, isShow: true })} onCount={setCount} />
    </Contacts>
  );
}

/** Hides the member from people they know, by addresses and numbers (R11.04). */
export default function HiddenContacts({ loaderData: { count, confirmed }, actionData }: Route.ComponentProps) {
  const t = useTexts("hidden-contacts");
  return (
    <Screen title={t("title")} above={<SettingsLink label={t("back")} />} narrow>
      <p className="mb-4">{t("intro")}</p>
      <ul className="mb-6 list-disc space-y-2 ps-5 text-muted">
        {(["code", "silent", "chats", "numbers", "guests"] as const).map((point) => (
          <li key={point}>{t(`points.${point}`)}</li>
        ))}
      </ul>
      {confirmed ? <Forms count={count} posted={actionData} /> : <Notice>{t("confirm_first")}</Notice>}
    </Screen>
  );
}
