import { type ReactNode, StrictMode, startTransition, useEffect } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import { isLanguage } from "#contract/languages.ts";
import { createBrowserFormats, FormatsProvider } from "#web/lib/page-formats.ts";
import { loadPageTexts } from "#web/lib/page-texts.ts";
import { TextsProvider } from "#web/lib/texts.tsx";
import { sendVisitOrigin } from "./account/signup-link/tracking.ts";
import { storeInstallPrompt } from "./lib/install.ts";
import { interceptPopState } from "./lib/pop-state.ts";

storeInstallPrompt();
sendVisitOrigin();
const { lang } = document.documentElement;
const language = isLanguage(lang) ? lang : "en";
const formats = createBrowserFormats(language);
const texts = await loadPageTexts(language);

/** Marks the page as hydrated, once it reacts to taps. */
function HydrationMarker({ children }: { children: ReactNode }) {
  useEffect(() => {
    document.documentElement.dataset.alive = "true";
  }, []);
  return children;
}

// before the router adds its popstate listener
interceptPopState();
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <TextsProvider value={texts}>
        <FormatsProvider value={formats}>
          <HydrationMarker>
            <HydratedRouter />
          </HydrationMarker>
        </FormatsProvider>
      </TextsProvider>
    </StrictMode>,
  );
});
