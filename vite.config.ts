import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";
import { contractWithoutSchemas, texts } from "./web/vite-plugins.ts";

export default defineConfig(({ command }) => ({
  plugins: [texts(), contractWithoutSchemas(), tailwindcss(), reactRouter()],
  publicDir: "web/public",
  build: {
    // Fonts stay files (the first one is preloaded), small pictures too: the CSP allows no more than it must.
    assetsInlineLimit: 0,
  },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            // What each page needs changes seldom: one file, which packs better and stays in the browser's cache. Small parts that
            // most pages load go along: each file of its own costs some hundred bytes.
            codeSplitting: {
              groups: [
                { name: "react", priority: 2, test: /node_modules\/(?:react|react-dom|react-router|scheduler)\// },
                {
                  name: "shell",
                  priority: 1,
                  test: /web\/(?:ui\/(?:toast|dialog|skeleton)\.|(?:shell|lib)\/)(?!live\.|live-queries|local-path|member-warnings|event-|refresh|use-event-)/,
                },
              ],
            },
          },
        },
      },
    },
  },
  // The server's build holds React as production runs it, whatever NODE_ENV the process has.
  ssr: { noExternal: command === "build" ? true : undefined },
  define: command === "build" ? { "process.env.NODE_ENV": '"production"' } : {},
}));
