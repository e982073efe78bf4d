import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";
import { createChunkGroups } from "./web/chunks.ts";
import { contractWithoutSchemas, emoji, icons, routeModules, texts, wholeCatalogs } from "./web/vite-plugins.ts";

/** Files that each page has loaded before any script of it loads another. */
const onEveryPage = /\/(?:react|shell|page-start|rolldown-runtime)-/;

export default defineConfig(({ command }) => ({
  plugins: [
    texts(),
    wholeCatalogs(),
    emoji(),
    contractWithoutSchemas(),
    routeModules(),
    icons(),
    tailwindcss(),
    reactRouter(),
  ],
  publicDir: "web/public",
  build: {
    // Fonts (the first one is preloaded) and small pictures stay files, so that the CSP can stay strict.
    assetsInlineLimit: 0,
    // else each file is compressed to print its size, seconds of a first start
    reportCompressedSize: false,
    // Of a library that re-exports hundreds of files, such as the icons, only those that are used are read.
    rolldownOptions: { experimental: { lazyBarrel: true } },
    // A script that loads another one need not name it twice, nor what every page has already.
    modulePreload: {
      resolveDependencies: (loaded, needs) => needs.filter((file) => file !== loaded && !onEveryPage.test(file)),
    },
  },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            // Code that every page needs changes seldom: one file of it compresses better and stays in the browser's
            // cache.
            codeSplitting: {
              groups: [
                // with all that it imports: a visitor's page loads it alone, until it is touched
                { name: "page-start", priority: 3, test: /web\/page-start\.ts$/ },
                {
                  name: "react",
                  priority: 2,
                  test: /node_modules\/(?:react|react-dom|react-router|scheduler)\//,
                },
                ...createChunkGroups(),
              ],
            },
          },
        },
      },
    },
    // The server keeps the source of its scripts in memory: with one letter that is not Latin, two bytes for each.
    // The names stay, for its log.
    ssr: {
      build: {
        rolldownOptions: {
          output: {
            comments: false,
            minify: {
              compress: false,
              mangle: false,
              codegen: { removeWhitespace: true, asciiOnly: true },
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
