import { Ban, Flag } from "lucide-react";
import { type ReactNode, Suspense } from "react";
import { lazyPart } from "#web/lib/lazy-part.tsx";
import { useTexts } from "#web/lib/texts.tsx";
import type { MenuEntry } from "#web/ui/open-menu.tsx";
import { useOverlay } from "#web/ui/use-overlay.ts";
import type { ReportAbout } from "./report-about.ts";
import type { Blockable } from "./use-block-call.ts";
import { useBlockEnds } from "./what-a-block-ends.ts";

const BlockDialog = lazyPart(() => import("./block-dialog.tsx"));
const ReportDialog = lazyPart(() => import("./report-dialog.tsx"));

type Action = { entry: MenuEntry; open: () => void; dialog: ReactNode };

const whileOpen = (shows: string | null, draw: (what: string) => ReactNode) =>
  shows === null ? null : <Suspense fallback={null}>{draw(shows)}</Suspense>;

/** Opens the dialog, which offers a report first; see `useBlockCall`. `name` distinguishes a second one on a page. */
export function useBlock(member: Blockable, next?: string, name = "block"): Action {
  const t = useTexts("moderation.menu");
  const { shows, open, close } = useOverlay(name);
  const report = useOverlay(`${name}-report`);
  const { chat } = useBlockEnds();
  // only a page of a chat knows that there is one
  const subject = chat && next !== undefined ? "chat" : "profile";
  const reportFirst = async () => {
    await close();
    report.open();
  };
  return {
    entry: {
      label: t("block", { name: member.name }),
      icon: <Ban aria-hidden className="size-5 shrink-0" />,
      onSelect: () => open(),
    },
    open,
    dialog: (
      <>
        {whileOpen(shows, () => (
          <BlockDialog member={member} next={next} onClose={close} onReport={() => void reportFirst()} />
        ))}
        {whileOpen(report.shows, () => (
          <ReportDialog about={{ member, subject }} next={next} onClose={report.close} />
        ))}
      </>
    ),
  };
}

/** If the user also blocks there, see `useBlockCall`. `name` distinguishes a second one on a page. */
export function useReport(about: ReportAbout, next?: string, name = `report-${about.subject}`): Action {
  const t = useTexts("moderation.menu");
  const { shows, open, close } = useOverlay(name);
  return {
    entry: {
      label: t(about.subject, { name: about.member.name }),
      icon: <Flag aria-hidden className="size-5 shrink-0" />,
      onSelect: () => open(),
    },
    open,
    dialog: whileOpen(shows, () => <ReportDialog about={about} next={next} onClose={close} />),
  };
}

/** Reports a member's messages: one dialog for all messages of a chat, which have a menu each. */
export function useReportMessage(member: Blockable, next: string) {
  const { shows, open, close } = useOverlay("report-message");
  return {
    report: (messageId: string) => open(messageId),
    dialog: whileOpen(shows, (message) => (
      <ReportDialog about={{ member, subject: "message", message }} next={next} onClose={close} />
    )),
  };
}
