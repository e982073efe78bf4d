import { EyeOff, Undo2 } from "lucide-react";
import { useState } from "react";
import { type Mark, setMark } from "#contract/marks.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { type OnFailure, useCall } from "#web/lib/use-call.ts";
import { removeFromSavedResults } from "#web/member-parts/saved-results.ts";
import type { MenuEntry } from "#web/ui/open-menu.tsx";
import { useToast } from "#web/ui/toast.tsx";

type Change = { mark: Mark | null; before: Mark | null };
type Marked = { id: string; name: string };

/** What the viewer keeps about a member. A profile calls it once: its menu and its form show the same. */
export function useMark(member: Marked, loaded: Mark | null) {
  const [change, setChange] = useState<Change | null>(null);
  const mark = change === null ? loaded : change.mark;
  const onMarked = (next: Mark | null) => {
    if (next?.kind === "hidden") removeFromSavedResults(member.id);
    setChange({ mark: next, before: mark });
  };
  return { member, mark, before: change?.before ?? null, onMarked };
}

export type Marking = ReturnType<typeof useMark>;

/** Changes the mark. Each place that does so has a call of its own, and shows its own failure. */
export function useMarkCall({ member, mark, before, onMarked }: Marking, onFailure?: OnFailure) {
  const { run, pending, failure } = useCall(setMark, onFailure);
  const change = (next: Mark | null, onDone: () => void) => {
    const { kind, note } = next ?? { kind: "none" as const, note: "" };
    return run({ body: { id: member.id, kind, note } }, (saved) => {
      onMarked(saved.mark);
      onDone();
    });
  };
  return {
    change,
    hide: (onDone: () => void) => change({ kind: "hidden", note: mark?.note ?? "" }, onDone),
    /** Ends "not for me". If it replaced a bookmark on this page, the bookmark and its note come back. */
    showAgain: (onDone: () => void) => change(before?.kind === "saved" ? before : null, onDone),
    pending,
    failure,
  };
}

/** "Not for me" as an entry of the profile's menu, or its undo; a note that the viewer wrote is kept. */
export function useHideEntry(marking: Marking): MenuEntry {
  const t = useTexts("marks");
  const toast = useToast();
  const { hide, showAgain, pending } = useMarkCall(marking, ({ message }) => toast({ title: message, tone: "bad" }));
  const { name } = marking.member;
  const isHidden = marking.mark?.kind === "hidden";
  const Icon = isHidden ? Undo2 : EyeOff;
  const onShown = () => {
    const title = t(marking.before?.kind === "saved" ? "is_saved" : "ended", { name });
    toast({ title, tone: "good" });
  };
  const onHidden = () => toast({ title: t("is_hidden", { name }), text: t("all"), to: "/saved" });
  return {
    label: isHidden ? t("of", { action: t("hide"), name: t("show_again") }) : t("hide"),
    icon: <Icon aria-hidden className="size-5 shrink-0" />,
    onSelect: () => {
      if (pending) return;
      void (isHidden ? showAgain(onShown) : hide(onHidden));
    },
  };
}
