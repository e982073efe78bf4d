import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";
import {
  contractWithoutSchemas,
  createFrameTest,
  emoji,
  icons,
  routeModules,
  texts,
  wholeCatalogs,
} from "./web/vite-plugins.ts";

/** Small parts that most pages of visitors load, or a page of theirs and every page of members. */
const ofVisitors = new RegExp(
  [
    "web/(?:ui/(?:skeleton|photo|photo-sources|sign|structured-data|use-focus)|member-parts/member-label|signup/signup-over-page)\\.",
    "web/(?:credits/price-words|lib/local-path)\\.|contract/(?:discounts|auth|site-picture-path)\\.",
    "lucide-react/dist/esm/icons/(?:circle-exclamation-point|user-round|eye)\\.",
  ].join("|"),
);

const isOfFrame = createFrameTest();

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
            // cache. Small parts that most pages load are included: each separate file costs some hundred bytes.
            codeSplitting: {
              groups: [
                // with all that it imports: a visitor's page loads it alone, until it is touched
                { name: "page-start", priority: 3, test: /web\/page-start\.ts$/ },
                {
                  name: "react",
                  priority: 2,
                  test: /node_modules\/(?:react|react-dom|react-router|scheduler)\//,
                },
                {
                  name: (id, context) => (ofVisitors.test(id) || isOfFrame(id, context) ? "shell" : null),
                  priority: 1,
                },
                // Before what members need: the heart is on both, and a visitor loads no member's code for it.
                {
                  name: "visitors",
                  priority: 1,
                  test: /web\/(?:account\/signup-link|advertising\/landings\/(?:costs|landing-parts)|signup\/steps)|icons\/(?:badge-check|heart|heart-handshake|door-open|shield-check)\./,
                },
                {
                  name: "lists",
                  priority: 1,
                  test: /web\/(?:member-parts\/(?:member-card|saved-results|marks|locked-photo)|ui\/card-grid)\.|icons\/lock\./,
                },
                // What forms and a chat share: a chat has no form before one of its sheets is opened.
                {
                  name: "failures",
                  priority: 1,
                  test: /web\/(?:ui\/form-error|lib\/use-(?:call|form))\.|icons\/eye-off\./,
                },
                { name: "fields", priority: 1, test: /web\/ui\/(?:field|select-field|form-context)\./ },
                {
                  name: "forms",
                  priority: 1,
                  test: /web\/ui\/(?:text-field|password-field|checkbox|choice-group|call-form)\./,
                },
                // What every page of a member needs besides. After lists and forms, which visitors load too: a group takes
                // what its files import, and so an earlier one would keep an icon or a mark of theirs.
                { name: "member-pages", priority: 1, test: /web\/shell\/(?:live|member-bar)\./ },
                { name: "landers", test: /web\/advertising\/landers\/(?:start-form|figure|lander)\./ },
                { name: "prices", test: /web\/credits\/(?:discount-|return-to)/ },
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
