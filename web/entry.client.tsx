import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import { isLanguage } from "#web/lib/languages.ts";
import { loadTexts, TextsProvider } from "#web/lib/texts.tsx";

const { lang, dataset } = document.documentElement;
const texts = await loadTexts(isLanguage(lang) ? lang : "en", dataset.texts === "first" ? "first" : "all");

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <TextsProvider value={texts}>
        <HydratedRouter />
      </TextsProvider>
    </StrictMode>,
  );
});
