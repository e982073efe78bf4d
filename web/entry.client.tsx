import { type ReactNode, StrictMode, startTransition, useEffect } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import { isLanguage } from "#contract/languages.ts";
import { createBrowserFormats, FormatsProvider } from "#web/lib/page-formats.ts";
import { loadPageTexts } from "#web/lib/page-texts.ts";
import { TextsProvider } from "#web/lib/texts.tsx";
import "./page-start.ts";
import { interceptPopState } from "./lib/pop-state.ts";
import { markAlive } from "./lib/stored-tap.ts";

const { lang } = document.documentElement;
const language = isLanguage(lang) ? lang : "en";
const formats = createBrowserFormats(language);
const texts = await loadPageTexts(language);

function HydrationMarker({ children }: { children: ReactNode }) {
  useEffect(markAlive, []);
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
