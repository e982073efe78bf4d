import { Gift } from "lucide-react";
import { type ReactNode, Suspense } from "react";
import { Link, type LinkProps, useLocation } from "react-router";
import { giftQuery } from "#web/credits/return-to.ts";
import { lazyPart } from "#web/lib/lazy-part.tsx";
import { useTexts } from "#web/lib/texts.tsx";
import { useIsStaying } from "#web/lib/use-is-staying.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { useOpenByAddress } from "#web/ui/use-open-by-address.ts";
import { useOverlay } from "#web/ui/use-overlay.ts";
import type { GiftFor } from "./gift-for.ts";

const GiftSheet = lazyPart(() => import("./gift-sheet.tsx"));

const composeGiftPath = (pathname: string) => `${pathname}?${giftQuery}=1`;

/** `link` has the props of the link that opens the sheet; the page has to render `sheet`. */
function useGift(props: GiftFor): { link: Pick<LinkProps, "to" | "onClick" | "aria-haspopup">; sheet: ReactNode } {
  const { shows, open, close } = useOverlay("gift");
  const { pathname } = useLocation();
  const isStaying = useIsStaying();
  useOpenByAddress(giftQuery, "1", open);
  return {
    link: {
      to: composeGiftPath(pathname),
      "aria-haspopup": "dialog",
      onClick: (event) => {
        event.preventDefault();
        open();
      },
    },
    sheet:
      shows === null ? null : (
        <Suspense fallback={null}>
          <GiftSheet
            {...props}
            back={composeGiftPath(pathname)}
            onClose={close}
            onSent={(sent) => {
              // not if the member has gone to another page meanwhile
              if (isStaying()) return props.onSent(sent);
            }}
          />
        </Suspense>
      ),
  };
}

export function GiftButton(props: GiftFor) {
  const t = useTexts("gifts");
  const { link, sheet } = useGift(props);
  return (
    <>
      <Link {...link} className="icon-button" aria-label={t("send.open")}>
        <Gift aria-hidden className="size-5" />
      </Link>
      {sheet}
    </>
  );
}

/** The same as a button with text, for a profile. */
export function GiftAction(props: GiftFor) {
  const t = useTexts("gifts");
  const { link, sheet } = useGift(props);
  return (
    <>
      <ButtonLink {...link} look="outline">
        <Gift aria-hidden className="size-5 shrink-0" />
        {t("send.open")}
      </ButtonLink>
      {sheet}
    </>
  );
}
