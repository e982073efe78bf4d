import { createContext, type ReactNode, Suspense, useState } from "react";
import { useLocation } from "react-router";
import { lazyPart } from "#web/lib/lazy-part.tsx";
import { useRootData } from "#web/lib/root-data.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { useEvents } from "#web/lib/use-events.ts";
import { Dialog } from "#web/ui/dialog.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { useOverlay } from "#web/ui/use-overlay.ts";
import { leadsToSignup } from "./signup-address.ts";

const SignupInDialog = lazyPart(() => import("./signup-in-dialog.tsx"));

/** Opens the signup over the page, as a link to it does; null on the signup's own page. */
export const SignupContext = createContext<((address: URL) => void) | null>(null);

/** The signup address that a clicked link leads to; null for other links and for links that open elsewhere. */
function findSignupAddress(event: Event): URL | null {
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (link === null || link.target === "_blank" || link.origin !== location.origin) return null;
  const address = new URL(link.href);
  return leadsToSignup(address.pathname) ? address : null;
}

const opensElsewhere = (event: MouseEvent) =>
  event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.defaultPrevented;

/** The link also works without scripts and in another tab, so inviting a visitor needs only a link. */
export function SignupOverPage({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  const open = useRootData()?.signupsOpen === true;
  const isSignupPage = leadsToSignup(pathname);
  const overlay = useOverlay("signup");
  const active = open && !isSignupPage;

  const openSignup = (address: URL) => overlay.open(address.href);
  const onClick = (event: MouseEvent) => {
    const signupAddress = opensElsewhere(event) ? null : findSignupAddress(event);
    if (signupAddress === null) return;
    event.preventDefault();
    openSignup(signupAddress);
  };
  // in the capture phase, before the router handles the click
  useEvents("click", onClick, { active, capture: true });
  // preload the form, so that it is ready when the dialog opens
  const preloadForm = (event: Event) => findSignupAddress(event) && SignupInDialog.preload();
  useEvents(["pointerover", "pointerdown", "focusin"], preloadForm, { active });

  return (
    <SignupContext value={active ? openSignup : null}>
      {children}
      {active && overlay.shows !== null ? (
        <SignupDialog
          address={new URL(overlay.shows)}
          onClose={() => void overlay.close()}
          onBack={overlay.closeInner}
        />
      ) : null}
    </SignupContext>
  );
}

type DialogProps = { address: URL; onClose: () => void; onBack: () => void };

function SignupDialog({ address, onClose, onBack }: DialogProps) {
  const t = useTexts("shell");
  const [begun, setBegun] = useState(false);
  return (
    <Dialog open hasEntry large locked={begun} closable onClose={onClose} onBack={onBack} title={t("nav.sign_up")}>
      <Suspense fallback={<Skeleton className="h-96" />}>
        <SignupInDialog key={address.href} address={address} onBegun={() => setBegun(true)} />
      </Suspense>
    </Dialog>
  );
}
