import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";
import { contractWithoutSchemas, emoji, reloadOnce, texts } from "./web/vite-plugins.ts";

/** Parts of the shell and the library that only some pages load: members' pages, or a page in one of its states. */
const loadedBySome = [
  ...["account-menu", "member-bar", "member-warnings", "navigation", "chat-layout", "empty-layout", "lang-config"],
  ...["back-button", "entry-dialog", "app-badge", "counts", "dismissals", "event-", "live\\.", "live-queries"],
  ...["local-path", "refresh", "time-bonus", "use-event-", "install-", "use-install", "use-focus-", "pull", "typed"],
  ...["offline"],
];
const shell = new RegExp(
  `web/(?:ui/(?:toast|dialog|skeleton|photo|photo-sources)\\.|member-parts/member-label|(?:shell|lib)/(?!${loadedBySome.join("|")}))`,
);

export default defineConfig(({ command }) => ({
  plugins: [texts(), emoji(), contractWithoutSchemas(), reloadOnce(), tailwindcss(), reactRouter()],
  publicDir: "web/public",
  build: {
    // Fonts (the first one is preloaded) and small pictures stay files, so that the CSP can stay strict.
    assetsInlineLimit: 0,
  },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            // Code that every page needs changes seldom: one file of it compresses better and stays in the browser's
            // cache. Small parts that most pages load are included: each separate file costs some hundred bytes.
            codeSplitting: {
              groups: [
                { name: "react", priority: 2, test: /node_modules\/(?:react|react-dom|react-router|scheduler)\// },
                {
                  name: "shell",
                  priority: 1,
                  test: shell,
                },
              ],
            },
          },
        },
      },
    },
  },
  // The server's build includes React in production mode, whatever NODE_ENV the process has.
  ssr: { noExternal: command === "build" ? true : undefined },
  define: command === "build" ? { "process.env.NODE_ENV": '"production"' } : {},
}));
