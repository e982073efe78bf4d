import { useState } from "react";
import { useLocation } from "react-router";
import type { AnswerOf } from "#contract/call.ts";
import { urgentReasons } from "#contract/moderation.ts";
import { type Measure, memberMeasures, timedMeasures } from "#contract/sanctions.ts";
import { type FoundMember, type MemberFile, sanctionMember, sanctionMembers } from "#contract/staff-members.ts";
import { formatSums } from "#web/lib/format-sums.ts";
import { useFormat, useTexts } from "#web/lib/texts.tsx";
import { useCall } from "#web/lib/use-call.ts";
import { useHydrated } from "#web/lib/use-hydrated.ts";
import { BanEffects, useEnded } from "#web/office/staff/ban-effects.tsx";
import { actionOf } from "#web/office/staff/kind-name.ts";
import type { MeasurePreset } from "#web/office/staff/measure-link.tsx";
import {
  AuthorityFields,
  GroundField,
  LengthFields,
  type MeasureDraft,
  newMeasureDraft,
  toLength,
  WordsField,
} from "#web/office/staff/measure-parts.tsx";
import { Question } from "#web/office/staff/question.tsx";
import { useReaderNote } from "#web/office/staff/reader-note.ts";
import { FittingReplies, repliesFor, SavedReplies } from "#web/office/staff/saved-replies.tsx";
import { StaffForm } from "#web/office/staff/staff-form.tsx";
import { YourWords } from "#web/office/staff/your-words.tsx";
import { Button } from "#web/ui/button.tsx";
import { CallForm } from "#web/ui/call-form.tsx";
import { optionsOf } from "#web/ui/fields.tsx";
import { SelectField } from "#web/ui/select-field.tsx";
import { useToast } from "#web/ui/toast.tsx";
import { Section } from "./section.tsx";

const pauseDays = 30;

/** The measure that staff prepare: which one, why, how long, and the words for the member. */
export function useMeasure(offered: readonly Measure[] = memberMeasures, preset?: MeasurePreset, language?: string) {
  const first = offered.find((each) => each === preset?.measure) ?? offered[0] ?? "warned";
  const [measure, setMeasure] = useState<Measure>(first);
  const [draft, setDraft] = useState<MeasureDraft>(() => ({
    ...newMeasureDraft,
    ...(preset && { ground: preset.ground, words: preset.words }),
  }));
  const change = (part: Partial<MeasureDraft>) => setDraft((now) => ({ ...now, ...part }));
  const isTimed = timedMeasures.includes(measure);
  const fields = (
    <ChosenMeasure
      {...{ offered, measure, draft, isTimed, language }}
      onMeasure={(chosen) => {
        setMeasure(chosen);
        change({ length: chosen === "reports_paused" ? pauseDays : newMeasureDraft.length });
      }}
      onChange={change}
    />
  );
  const body = {
    measure,
    ...(isTimed && toLength(draft)),
    // without a ground the server names the field
    ground: draft.ground === "" ? ("" as "other") : draft.ground,
    words: draft.words,
  };
  const look = measure === "warned" ? ("primary" as const) : ("danger" as const);
  return { measure, draft, change, fields, body, look };
}

type ChosenProps = {
  offered: readonly Measure[];
  measure: Measure;
  draft: MeasureDraft;
  isTimed: boolean;
  /** In which the member reads the words; undefined: of several members. */
  language: string | undefined;
  onMeasure(measure: Measure): void;
  onChange(part: Partial<MeasureDraft>): void;
};

/** The mildest measure first. */
function ChosenMeasure({ offered, measure, draft, isTimed, language, onMeasure, onChange }: ChosenProps) {
  const readerNote = useReaderNote();
  const t = useTexts("staff-members");
  const staff = useTexts("staff");
  return (
    <>
      <SelectField
        name="measure"
        label={t("measure.choose")}
        options={optionsOf(offered, (value) => t(`measure.${value}`))}
        value={measure}
        onChange={({ target }) => onMeasure(offered.find((each) => each === target.value) ?? "warned")}
      />
      {isTimed ? <LengthFields draft={draft} label={t("measure.days")} onChange={onChange} /> : null}
      <GroundField draft={draft} onChange={onChange} />
      <WordsField draft={draft} label={staff("queue.words")} note={readerNote(language)} onChange={onChange} />
    </>
  );
}

/** Grounds with which someone may be in danger: the police may have been told. */
const isGrave = (ground: MeasureDraft["ground"]) => urgentReasons.some((each) => each === ground);

type FormProps = Pick<MemberFile, "member" | "unspent" | "measure_replies">;

/** Begins with what was decided about another account of the same person, if staff come from there. */
export function MeasureForm(props: FormProps) {
  // the server does not have the history's state
  const isHydrated = useHydrated();
  const { preset } = (useLocation().state as { preset?: MeasurePreset } | null) ?? {};
  const before = isHydrated ? preset : undefined;
  return <MemberMeasure key={String(before !== undefined)} {...props} preset={before} />;
}

/**
 * Warns, mutes, suspends or bans a member; they get the ground and the words by a mail. A deleted account can only be
 * banned.
 */
function MemberMeasure({
  preset,
  member: { id, name, version, status, language },
  unspent,
  measure_replies: allReplies,
}: FormProps & { preset: MeasurePreset | undefined }) {
  const t = useTexts("staff-members");
  const staff = useTexts("staff");
  const { run, ...state } = useCall(sanctionMember);
  const { measure, draft, change, fields, body, look } = useMeasure(
    status === "deleted" ? ["banned"] : memberMeasures,
    preset,
    language,
  );
  const [refund, setRefund] = useState(true);
  const [asked, setAsked] = useState<((isSure: boolean) => void) | null>(null);
  const settle = (isSure: boolean) => {
    setAsked(null);
    asked?.(isSure);
  };
  const sum = formatSums(useFormat(), unspent);
  const refunds = measure === "banned" && sum !== "";
  const { ground, words } = body;
  const replies = repliesFor(draft.ground, allReplies);
  const isTold = isGrave(draft.ground) && draft.authority_told;
  const toast = useToast();
  const nameEnded = useEnded();
  return (
    <>
      <StaffForm
        state={state}
        send={async () => {
          // what lacks something is refused without a question
          const asks = measure === "banned" && words.trim() !== "" && draft.ground !== "";
          const isSure = !asks || (await new Promise<boolean>((answer) => setAsked(() => answer)));
          const told = isTold && { authority_told: true, authority_reference: draft.authority_reference };
          // without the field there is nothing to refund
          return isSure ? await run({ body: { id, version, ...body, ...(refunds && { refund }), ...told } }) : null;
        }}
        onDone={({ ended }) => {
          const list = nameEnded(ended);
          if (list !== "") toast({ title: staff("ban.ended", { name, list }), tone: "good" });
          else
            toast({
              title: staff(`action.${actionOf[measure]}`),
              text: `${name} · ${t("measure.lift_told")}`,
              tone: "good",
            });
        }}
        keeps
        button={t(`measure.do_${measure}`)}
        look={look}
      >
        {fields}
        <FittingReplies replies={replies} words={words} onChange={change} />
        <SavedReplies replies={replies} words={words} onChange={change} />
        {refunds ? (
          <SelectField
            name="refund"
            label={t("measure.refund")}
            value={refund ? "yes" : "no"}
            onChange={({ target }) => setRefund(target.value === "yes")}
            options={[
              { value: "yes", label: t("measure.refund_yes", { sum }) },
              { value: "no", label: t("measure.refund_no", { sum }) },
            ]}
          />
        ) : null}
        {isGrave(draft.ground) ? <AuthorityFields draft={draft} onChange={change} /> : null}
      </StaffForm>
      {asked === null ? null : (
        <Question
          title={name}
          yes={{ label: t("measure.do_banned"), look: "danger", run: () => settle(true) }}
          onNo={() => settle(false)}
        >
          <div className="mb-5 space-y-3">
            <BanEffects members={[id]} ground={ground} {...(refunds && { refund })} />
            <YourWords words={words} />
          </div>
        </Question>
      )}
    </>
  );
}

type Props = { members: readonly FoundMember[]; onDone: (answer: AnswerOf<typeof sanctionMembers>) => void };

/** Takes one measure against all chosen members, after asking once; each gets a mail with the ground and the words. */
export function MeasureMany({ members, onDone }: Props) {
  const t = useTexts("staff-members");
  const { run, pending, failure } = useCall(sanctionMembers);
  const { measure, fields, body, look } = useMeasure();
  const [isAsking, setAsking] = useState(false);
  const count = members.length;
  const act = async () => {
    setAsking(false);
    const answer = await run({ body: { ...body, members: members.map(({ id, version }) => ({ id, version })) } });
    if (answer) onDone(answer);
  };
  return (
    <Section title={t("many.title", { count })}>
      <CallForm failure={failure} onSubmit={() => setAsking(true)}>
        {fields}
        <Button type="submit" look={look} pending={pending}>
          {t(`measure.do_${measure}`)}
        </Button>
      </CallForm>
      {isAsking ? (
        <Question
          title={t("many.title", { count })}
          yes={{ label: t(`measure.do_${measure}`), look, run: () => void act() }}
          onNo={() => setAsking(false)}
        >
          <p className="mb-2 font-semibold">{t(`measure.${measure}`)}</p>
          <p className="mb-5">{t("many.sure", { count })}</p>
          <div className="mb-5 space-y-3">
            {measure === "banned" ? <BanEffects members={members.map(({ id }) => id)} ground={body.ground} /> : null}
            <YourWords words={body.words} />
          </div>
        </Question>
      ) : null}
    </Section>
  );
}
