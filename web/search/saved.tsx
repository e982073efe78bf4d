import { Bookmark } from "lucide-react";
import { useState } from "react";
import { useRevalidator } from "react-router";
import { getMarks, type MarkedMember, type MarkKind, markKinds, setMark } from "#contract/marks.ts";
import { callAction } from "#web/lib/call-action.ts";
import { useHiddenMembers } from "#web/lib/live-state.ts";
import { pageOf, type ScreenHandle } from "#web/lib/page.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { useCall } from "#web/lib/use-call.ts";
import { MemberCard } from "#web/member-parts/member-card.tsx";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { CallForm } from "#web/ui/call-form.tsx";
import { CardGrid } from "#web/ui/card-grid.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { PostedError } from "#web/ui/form-error.tsx";
import { Screen } from "#web/ui/screen.tsx";
import { Section } from "#web/ui/section.tsx";
import { useFocus } from "#web/ui/use-focus.ts";
import type { Route } from "./+types/saved.ts";

export const handle: ScreenHandle = { who: "members", texts: ["marks", "members"], mood: "browsing" };

export async function loader({ context }: Route.LoaderArgs) {
  const page = pageOf(context);
  await page.member();
  return await page.load(getMarks);
}

export const action = callAction;

/** The members that the viewer saved, with their notes, and those who are not for them (R11.05). */
export default function Saved({ loaderData: { marked } }: Route.ComponentProps) {
  const t = useTexts("marks");
  const members = useTexts("members");
  const { revalidate } = useRevalidator();
  const gone = useHiddenMembers();
  const listed = marked.filter(({ member }) => !gone.includes(member.id));
  const [ended, setEnded] = useState<MarkedMember | null>(null);
  // the pressed button is gone
  const status = useFocus<HTMLParagraphElement>(ended);
  const onEnded = async (each: MarkedMember) => {
    await revalidate();
    setEnded(each);
  };
  return (
    <Screen title={t("all")}>
      <PostedError />
      <p ref={status} tabIndex={-1} role="status" className="mb-4 font-medium text-secondary-ink text-sm">
        {ended === null ? null : t("ended", { name: ended.member.name })}
      </p>
      {listed.length === 0 ? (
        <EmptyState icon={<Bookmark aria-hidden className="size-8" />} title={t("empty")} text={t("empty_text")}>
          <ButtonLink to="/members">{members("title")}</ButtonLink>
        </EmptyState>
      ) : (
        markKinds.map((kind) => (
          <Marked key={kind} kind={kind} marked={listed.filter((each) => each.kind === kind)} onEnded={onEnded} />
        ))
      )}
    </Screen>
  );
}

type OnEnded = (marked: MarkedMember) => Promise<void>;
type MarkedProps = { kind: MarkKind; marked: readonly MarkedMember[]; onEnded: OnEnded };

function Marked({ kind, marked, onEnded }: MarkedProps) {
  const t = useTexts("marks");
  if (marked.length === 0) return null;
  return (
    <Section title={t(`list_${kind}`)} className="mb-10">
      <CardGrid>
        {marked.map((each) => (
          <MemberCard key={each.member.id} member={each.member}>
            {each.note === "" ? null : (
              <p dir="auto" className="whitespace-pre-line break-words text-sm">
                {each.note}
              </p>
            )}
            <EndMark marked={each} onEnded={onEnded} />
          </MemberCard>
        ))}
      </CardGrid>
    </Section>
  );
}

function EndMark({ marked, onEnded }: { marked: MarkedMember; onEnded: OnEnded }) {
  const t = useTexts("marks");
  const { member, kind } = marked;
  const { run, pending, failure } = useCall(setMark);
  const label = t(kind === "hidden" ? "show_again" : "remove");
  return (
    <CallForm failure={failure} onSubmit={() => run({ body: { id: member.id, kind: "none" } }, () => onEnded(marked))}>
      <input type="hidden" name="call" value="setMark" />
      <input type="hidden" name="id" value={member.id} />
      <input type="hidden" name="kind" value="none" />
      <Button
        type="submit"
        look="quiet"
        className="button-flush"
        pending={pending}
        aria-label={t("of", { action: label, name: member.name })}
      >
        {label}
      </Button>
    </CallForm>
  );
}
