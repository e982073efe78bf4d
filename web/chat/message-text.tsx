import { Suspense, useEffect, useState } from "react";
import { lazyPart } from "#web/lib/lazy-part.ts";
import { useTexts } from "#web/lib/texts.tsx";
import type { Piece } from "./links.ts";

const LeaveDialog = lazyPart(() => import("./leave-dialog.tsx"));

/** Few messages have a link, so the script that finds links is loaded only for texts that may have one. */
const mayHaveLink = /[^\s.]\.[^\s.]|:\/\//;

function usePieces(text: string): readonly Piece[] {
  const [split, setSplit] = useState<{ text: string; pieces: readonly Piece[] } | null>(null);
  useEffect(() => {
    if (!mayHaveLink.test(text)) return;
    let isCurrent = true;
    import("./links.ts").then(
      ({ splitAtLinks }) => isCurrent && setSplit({ text, pieces: splitAtLinks(text) }),
      // if the script can't be loaded, links stay plain text
      () => {},
    );
    return () => {
      isCurrent = false;
    };
  }, [text]);
  return split?.text === text ? split.pieces : [{ text }];
}

/**
 * A message's text as written, in the direction of its own script. Pressing a link first opens a dialog that shows
 * where it leads, and warns.
 */
export function MessageText({ text }: { text: string }) {
  const t = useTexts("chat");
  const pieces = usePieces(text);
  const [openedLink, setOpenedLink] = useState<URL | null>(null);
  return (
    <>
      <p dir="auto" className="whitespace-pre-wrap break-words">
        {pieces.map(({ text: part, url }, index) =>
          url ? (
            <button
              // biome-ignore lint/suspicious/noArrayIndexKey: a message's text never changes
              key={index}
              type="button"
              className="message-link"
              aria-haspopup="dialog"
              title={t("link.leads_out")}
              onClick={() => setOpenedLink(url)}
            >
              {part}
            </button>
          ) : (
            part
          ),
        )}
      </p>
      {openedLink ? (
        <Suspense fallback={null}>
          <LeaveDialog url={openedLink} onClose={() => setOpenedLink(null)} />
        </Suspense>
      ) : null}
    </>
  );
}
