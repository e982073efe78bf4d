import { type ActionFunctionArgs, createContext, data, type RouterContextProvider, redirect } from "react-router";
import { getUser } from "#contract/account.ts";
import type { Call } from "#contract/call.ts";
import { formKeyField, type Language } from "#contract/constants.ts";
import { getSettings, type Settings } from "#contract/sites.ts";
import type { User } from "#contract/user.ts";
import { ApiFailure, type CallFunction, createCall, type Transport } from "./api.ts";
import { type Mode, readMode } from "./appearance.ts";
import type { Catalogs } from "./catalogs.ts";
import type { DailyPart } from "./text-parts.ts";
import { deriveKey, toFailure } from "./use-call.ts";
import { type Fields, type Posted, toFields } from "./use-form.ts";

/** What a route declares about its screen, as a literal; a layout may for its routes. Defaults: `lib/screen.ts`. */
export type ScreenHandle = {
  /** Who may see it. Its loader redirects all others, and its calls check the same. */
  who: "everyone" | "visitors" | "members" | "staff";
  /** The catalogs that it reads at once; it may name those of its parts that load later. */
  texts: readonly (keyof Catalogs)[];
  /** Members open it on a usual day: the part of the texts that its own ones belong to. */
  daily?: DailyPart;
  /** What the user is doing here: see `allowsDialogs` and `allowsAlerts`. */
  mood?: "browsing" | "writing" | "paying" | "settings" | "signup";
  /** The members area of section 4, where the welcome bonus shows. */
  membersArea?: boolean;
  /** The app may be offered above it (R2.29). */
  offersApp?: boolean;
  /** It asks for a photo itself (R4.11). */
  asksForPhoto?: boolean;
  /** A visitor who logs in by the button at its top comes back to it. */
  loginReturns?: boolean;
  /** It confirms the member's address, and says what follows. */
  confirms?: boolean;
  /** In the installed app it has a button that leads back (R2.10). */
  back?: boolean;
  /** What is at the end of a phone's screen; `actions` are above the navigation, an order and nothing instead of it. */
  bar?: "navigation" | "actions" | "order" | "none";
  /** Whether visitors may get the entry warning here (R2.14). */
  entryWarning?: boolean;
  /** Whether the language may be changed here (R2.13). */
  languageSwitcher?: boolean;
};

/**
 * The page that React has rendered, and what the server adds to it: addresses of scripts to preload, the body's last
 * HTML, and whether the scripts wait for a touch.
 */
export type PageParts = { markup: string; preloads: readonly string[]; body: string; waits: boolean };

export type SiteFrame = Pick<Settings, "name" | "theme" | "font" | "logo" | "support_email" | "demo">;

/** How a page looks to its reader, also if nothing of it could be loaded. */
export type Frame = { settings: SiteFrame; mode: Mode };

/** What a loader throws for a failed call, with its status: the error page reads it. */
export type LoadFailure = { message: string; code: string; frame?: Frame };

/** The data that the server passes to a page (`server/http/web.ts`). */
export type PageRequest = {
  language: Language;
  origin: string;
  /** Path and search without the language's prefix. */
  path: string;
  nonce: string;
  /** The header of the page's request. */
  cookies: string | null;
  /** The request names a session, which may be over. */
  hasSession: boolean;
  /** What an error page shows of its site, which the server knows without a call; null: it is unknown. */
  siteFrame(): Promise<SiteFrame | null>;
  /** Addresses of scripts, by the name of their chunk, and of style sheets. */
  chunks: Readonly<Record<string, string>>;
  /** Other visitors may get this page too, all or those of one country: nothing on it depends on this visitor. */
  shared: "all" | "country" | null;
  /** Makes the page private after all. */
  unshare(): void;
  /** For the server's entry, once the page is rendered: its response has no body (`server/http/finish-page.ts`). */
  finishWith(parts: PageParts): void;
  transport: Transport;
  /** The key of the form that was posted (`web/ui/form-key.tsx`); null: none was, or it has none. */
  formKey: string | null;
};

export type Page = Omit<PageRequest, "transport" | "formKey"> & {
  mode: Mode;
  /**
   * The API, in process, with the visitor's cookies. Throws `ApiFailure`. For actions, which show the failure. The keys
   * of its calls follow from the form's: a form that is posted twice does nothing twice.
   */
  call: CallFunction;
  /** The same for loaders: a failure becomes the login screen or the error page with its status. */
  load: CallFunction;
  user(): Promise<User | null>;
  /** Like `user`, for members-only screens: a visitor is redirected to the login screen. */
  member(): Promise<User>;
  settings(): Promise<Settings>;
};

export const pageContext = createContext<Page>();

const redirectTo = (page: string, path: string) => redirect(`${page}?next=${encodeURIComponent(path)}`);
const redirectToLogin = (path: string) => redirectTo("/login", path);

const mustAgree = ({ to_agree: { consent, terms } }: User) => consent || terms !== null;
/** What a member may still do without answering: answer, look at the settings and data, get money back, leave. */
const withoutAgreement = /^\/(?:agree|notifications|transactions|withdrawal|decisions|warnings|delete-account)\b/;

export function createPage({ transport, formKey, ...request }: PageRequest): Page {
  const keyFor = formKey ? (call: Call, body: unknown) => deriveKey(formKey, call, body) : undefined;
  const call = createCall(transport, { retry: false, keyFor });
  const mode = readMode(request.cookies);
  /** For a failure that the root's data may have met, too. */
  const findFrame = async () => {
    const settings = await request.siteFrame();
    return settings && { frame: { settings, mode } };
  };
  const load: CallFunction = async (entry, ...input) => {
    try {
      return await call(entry, ...input);
    } catch (failure) {
      if (!(failure instanceof ApiFailure)) throw failure;
      if (failure.loginNeeded) throw redirectToLogin(request.path);
      if (failure.code === "site_closed") throw redirect("/closed");
      // an address that the API rejects, for example with a broken id, is a page that does not exist
      if (failure.status === 400) throw data({ message: "" }, { status: 404 });
      const { message, code } = failure;
      const status = failure.status || 503;
      throw data<LoadFailure>({ message, code, ...(status >= 500 && (await findFrame())) }, { status });
    }
  };
  let user: Promise<User | null> | undefined;
  let settings: Promise<Settings> | undefined;
  const page: Page = {
    ...request,
    mode,
    call,
    load,
    user: () => {
      user ??= load(getUser).then((answer) => answer.user);
      return user;
    },
    member: async () => {
      const user = await page.user();
      if (user === null) throw redirectToLogin(request.path);
      if (mustAgree(user) && !withoutAgreement.test(request.path)) throw redirectTo("/agree", request.path);
      return user;
    },
    settings: () => {
      settings ??= load(getSettings, { query: { route: request.path.slice(0, 500) } }).then(
        // visitors of a shared page are in different countries, so the browser asks for its own (`visitor-country.tsx`)
        (answer) => (request.shared === "all" ? { ...answer.settings, geoip_country: null } : answer.settings),
      );
      return settings;
    },
  };
  return page;
}

export function pageOf(context: Readonly<RouterContextProvider>): Page {
  return context.get(pageContext);
}

/**
 * For a page behind a link in a mail: its requests name only the site. With `no-referrer` a form posted without scripts
 * could not prove its origin.
 */
export function linkHeaders() {
  return { "referrer-policy": "strict-origin" };
}

/**
 * Loads a page behind a link: null, with status 410, if the link can't be used any more. After too many requests it may
 * work again, so these get the error page, as a failure of the server does.
 */
export async function loadByLink<T>(load: () => Promise<T>) {
  try {
    return data<T | null>(await load());
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error;
    const isForNow = error.status >= 500 || error.status === 429 || error.status === 0;
    if (!isForNow) return data<T | null>(null, { status: 410 });
    throw data({ message: error.message }, { status: error.status || 503 });
  }
}

/** Fields that no page repeats: passwords and one-time codes. */
const secret = /password|^code$/;

type Args = Pick<ActionFunctionArgs, "context" | "params" | "request">;

/**
 * The action of a route with one form, for browsers without scripts: `send` is the function that the form itself sends
 * with (`useForm`), here with the server's API. `findNext` names the page after it; without one the same page shows the
 * answer. A failure is shown with what was typed, but for secrets.
 */
export function createAction<Answer, A extends Args>(
  send: (call: CallFunction, fields: Fields, args: A) => Promise<Answer>,
  findNext: (answer: Answer, args: A) => string | null = () => null,
) {
  return async (args: A) => {
    const { [formKeyField]: _, ...fields } = toFields(await args.request.formData());
    const typed = Object.fromEntries(Object.entries(fields).filter(([name]) => !secret.test(name)));
    try {
      const answer = await send(pageOf(args.context).call, fields, args);
      const next = findNext(answer, args);
      return next === null ? data<Posted<Answer>>({ answer, failure: null, typed }) : redirect(next);
    } catch (error) {
      return data<Posted<Answer>>({ answer: null, failure: toFailure(error), typed }, { status: 400 });
    }
  };
}
