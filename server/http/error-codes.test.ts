import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { commonErrors, type ErrorCode, errorStatus } from "#contract/errors.ts";
import { callNames } from "./calls.ts";

const visibility = ["profile_not_found", "blocked", "blocked_by_you"];
const all = Object.keys(errorStatus);

/** Codes that end in a function or a call: the code catches them, returns them as data, or never gets that far. */
const ending: Record<string, readonly string[]> = {
  // they answer whether, or why, instead of failing
  mayBeShown: all,
  ownsPasskey: all,
  presentOwn: visibility,
  requireKnown: ["blocked", "blocked_by_you"],
  showPromise: ["new_chats_limit"],
  stateBlock: all,
  validateIdentity: ["email_taken"],
  // without `namesBlock`
  requireVisible: ["blocked"],
  getCard: ["blocked"],
  likeMember: ["blocked"],
  // what adds credits, or takes no more than there are
  addCredits: ["not_enough_credits"],
  confirmAddress: ["not_enough_credits"],
  settleDebt: ["not_enough_credits"],
  takeBack: ["not_enough_credits"],
  // they catch what they call
  chargeMinutes: ["not_enough_credits"],
  deliverHeld: all,
  holdFirstMessage: all.filter((code) => code !== "message_price_changed"),
  lookUpPayment: ["payment_unavailable"],
  openCheckout: ["payment_not_found"],
  confirmDirectDebit: ["payment_not_found", "stored_payment_failed"],
  // with an amount of zero
  getMandateForm: ["direct_debit_first_limit"],
  replaceCode: ["direct_debit_limit", "direct_debit_first_limit"],
  // of a picture that was read before
  processCrop: ["photo_animated", "photo_too_small", "photo_too_many_pixels"],
  // an attachment is never held, and a gift names no price of a message
  sendChatPhoto: ["held_limit"],
  sendVoiceMessage: ["held_limit"],
  sendGift: ["held_limit", "message_price_changed"],
  // only switching it off is refused
  carryOutCodeOn: ["welcome_code_stays"],
  // an undo drafts nothing
  undoSiteChange: ["terms_announced"],
};

const root = join(import.meta.dirname, "../..");
const isTest = (file: string) => /(?:^|[/.])test[-.]/.test(file);

/** What each name means in a file, as `file name` of its declaration. */
const meanings = new Map<string, string>();
/** The server's top-level declarations, and each entry of the lists of handlers, by the names of its calls. */
const parts = new Map<string, { file: string; text: string; calls: string[] }>();

const namedCalls = new Map([...callNames].map(([call, name]) => [name, call]));
const callsIn = (file: string, text: string) =>
  [...text.matchAll(/(\w+\.)?\b(\w+)/g)]
    .map(([, space, name = ""]) =>
      space ? name : (meanings.get(`${file} ${name}`)?.match(/^contract\S* (\w+)/)?.[1] ?? ""),
    )
    .filter((name) => namedCalls.has(name));

for (const file of globSync("server/**/*.ts", { cwd: root })) {
  if (isTest(file)) continue;
  const text = readFileSync(join(root, file), "utf8").replace(/\/\*[\s\S]*?\*\/|\/\/.*$|[=!]== "\w+"/gm, "");
  for (const [, names = "", from = ""] of text.matchAll(/^(?:im|ex)port \{([^}]*)\} from "([^"]+)"/gm)) {
    const source = from.startsWith(".") ? join(dirname(file), from) : from.replace("#", "");
    for (const [, name, alias = name] of names.matchAll(/(\w+)(?: as (\w+))?(?:,|\s*$)/g))
      meanings.set(`${file} ${alias}`, `${source} ${name}`);
  }
  for (const part of text.split(/^(?=(?:export )?(?:async )?(?:function|const|class|type)\b)/m)) {
    const name = /^(?:export )?(?:async )?(?:function|const|class) (\w+)/.exec(part)?.[1];
    const [, handlers] = part.split(": Handler[] = [");
    // one in a line, or all in the list's own
    const entries =
      handlers?.split(/^ {2}(?=(?:\.{3})?\w+\()|(?<=^|\), )(?=handle\w*\()/m).filter((each) => each.trim() !== "") ??
      [];
    for (const entry of entries) {
      const calls = callsIn(file, entry);
      parts.set(calls.join(), { file, text: entry, calls });
    }
    // what a job fails with is logged
    if (!name || entries.length > 0 || /= define(?:Scheduled)?Job\(/.test(part)) continue;
    parts.set(`${file} ${name}`, { file, text: part, calls: [] });
  }
}

function declarationOf(meaning: string): string | undefined {
  if (parts.has(meaning)) return meaning;
  const next = meanings.get(meaning);
  return next && declarationOf(next);
}

/** The codes in statements that fail, or that return a code to the code that fails with it. */
const failing = (text: string) =>
  [...text.matchAll(/(?:\bfail|Failure|Refused|super)\([^;]*;|\breturn [^;{]*;|\brefused: "\w+"/g)]
    .flatMap(([statement]) => [...statement.matchAll(/"(\w+)"/g)].map(([, word = ""]) => word))
    .filter((word) => word in errorStatus && !commonErrors.includes(word as ErrorCode));

const graph = [...parts].map(([id, { file, text }]) => {
  const words = new Set([...text.matchAll(/(?<!\w|(?<!\.\.)\.)[A-Za-z_]\w*\b(?!\??:)/g)].map(([word]) => word));
  const used = [...words].flatMap((word) => declarationOf(`${file} ${word}`) ?? []);
  return { id, name: id.split(" ").at(-1) ?? id, own: failing(text), used };
});
const ended = new Set<string>();
const raised = new Map(graph.map(({ id }) => [id, new Set<string>()]));
for (let size = -1, next = 0; next > size; ) {
  size = next;
  for (const { id, name, own, used } of graph) {
    const codes = [...own, ...used.flatMap((each) => [...(raised.get(each) ?? [])])];
    for (const code of codes) ending[name]?.includes(code) ? ended.add(name) : raised.get(id)?.add(code);
  }
  next = [...raised.values()].reduce((sum, codes) => sum + codes.size, 0);
}

const handlers = graph.filter(({ id }) => parts.get(id)?.calls.length);

test.each(handlers)("quality: $id names each error code that its handler fails with, and no other", ({ id, used }) => {
  const calls = parts.get(id)?.calls.flatMap((name) => namedCalls.get(name) ?? []) ?? [];
  const listed = new Set(calls.flatMap(({ errors }) => errors));
  const own = [...listed].filter(
    (code) =>
      !commonErrors.includes(code) &&
      // the file is received before the handler runs
      !calls.some(({ upload }) => upload?.tooLarge === code) &&
      !/^(?:staff_(?:login_required|role_missing)|api_key_(?:required|scope_missing))$/.test(code),
  );
  const source = (code: string) => used.find((each) => raised.get(each)?.has(code))?.split(" ")[1] ?? "the handler";
  const codes = [...(raised.get(id) ?? [])];
  expect(
    codes.filter((code) => !listed.has(code as ErrorCode)).map((code) => `${code}, from ${source(code)}`),
    "add it to `errors` of the call, or to `ending` above if it can't get here",
  ).toEqual([]);
  expect(
    own.filter((code) => !codes.includes(code)),
    "fail with it, or take it out of `errors`",
  ).toEqual([]);
});

test("quality: each call has a handler whose codes are known", () => {
  const handled = new Set(handlers.flatMap(({ id }) => parts.get(id)?.calls));
  expect([...namedCalls.keys()].filter((name) => !handled.has(name))).toEqual([]);
  expect(Object.keys(ending).filter((name) => !ended.has(name))).toEqual([]);
});
