import { createHash, randomBytes, randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** `lost` does what was asked and then hangs up; `silent` never answers. */
type Fault = "500" | "html" | "silent" | "lost" | "wrong";

type Transaction = {
  unique_id: string;
  transaction_id: string;
  transaction_type: string;
  status: string;
  amount: number;
  currency: string;
  timestamp: string;
  terminal_token: string;
  /** The sale that a refund belongs to. */
  reference?: string;
};
type Form = {
  unique_id: string;
  transaction_id: string;
  status: string;
  amount: number;
  currency: string;
  types: string[];
  consumer: string | undefined;
  remember: boolean;
  transactions: Transaction[];
};
type Card = { token: string; card_number: string };
type Consumer = { id: string; email: string; cards: Card[] };
type Chargeback = { type: string; sale: string; amount: number; currency: string; post_date: string };
type Request = { path: string; xml: string };

class Rejection extends Error {
  readonly code: number;
  constructor(code: number, technicalMessage: string) {
    super(technicalMessage);
    this.code = code;
  }
}

const languages = "en it es fr de pl ja zh ar pt tr ru hi bg nl is id ms th cs hr sl fi no da sv".split(" ");
const formTypes = "sale sale3d apple_pay google_pay pay_pal ideal bcmc eps p24 sdd_sale".split(" ");
const debitCountries = "AT BE CY EE FI FR DE GR IE IT LV LT LU MT MC NL PT SK SM SI ES".split(" ");
const pageSize = 100;

// not the adapter's module: the two have to agree with the gateway's documentation, not with each other
const unescapeXml = (text: string) =>
  text.replace(
    /&(amp|lt|gt|quot|apos);/g,
    (_, name: string) => ({ amp: "&", lt: "<", gt: ">", quot: '"' })[name] ?? "'",
  );
const fieldOf = (xml: string, name: string): string | undefined => {
  const text = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1];
  return text === undefined ? undefined : unescapeXml(text);
};
const escapeXml = (text: string) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;");

function required(xml: string, name: string): string {
  const value = fieldOf(xml, name);
  if (value === undefined || value === "") throw new Rejection(320, `'${name}' is missing!`);
  return value;
}

function element(name: string, fields: Record<string, string | number | undefined>, inner = ""): string {
  const written = Object.entries(fields).map(([key, value]) =>
    value === undefined ? "" : `<${key}>${escapeXml(String(value))}</${key}>`,
  );
  return `<${name}>${written.join("")}${inner}</${name}>`;
}

/** Test helper: a stand-in of a Genesis gateway on this machine, after its public clients and documentation. */
export async function startTestGenesis({ now = () => new Date() }: { now?: () => Date } = {}) {
  const username = randomBytes(20).toString("hex");
  const password = randomBytes(20).toString("hex");
  const terminals: [string, string] = [randomBytes(20).toString("hex"), randomBytes(20).toString("hex")];
  const forms = new Map<string, Form>();
  const transactions = new Map<string, Transaction>();
  const consumers = new Map<string, Consumer>();
  const chargebacks: Chargeback[] = [];
  const usedIds = new Set<string>();
  const requests: Request[] = [];
  let fault: Fault | undefined;
  let onRequest: ((request: Request) => void) | undefined;
  let hasReadableCards = true;

  const server = createServer((request, response) => void serve(request, response)).listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const newId = () => randomBytes(16).toString("hex");
  const timestamp = () =>
    now()
      .toISOString()
      .replace(/\.\d+Z$/, "Z");

  function find<T>(all: ReadonlyMap<string, T>, id: string | undefined, code: number): T {
    const one = all.get(id ?? "");
    if (!one) throw new Rejection(code, "the given unique ID cannot be found!");
    return one;
  }

  function takeId(xml: string): string {
    const id = required(xml, "transaction_id");
    if (usedIds.has(id)) throw new Rejection(340, "'transaction_id' has already been used!");
    usedIds.add(id);
    return id;
  }

  function amountIn(xml: string): { amount: number; currency: string } {
    const amount = required(xml, "amount");
    if (!/^[1-9]\d*$/.test(amount)) throw new Rejection(330, "'amount' is no integer of minor units!");
    return { amount: Number(amount), currency: required(xml, "currency") };
  }

  function consumerIn(xml: string, emailName: string): Consumer {
    const consumer = find(consumers, required(xml, "consumer_id"), 702);
    if (consumer.email !== required(xml, emailName)) throw new Rejection(702, "Consumer not found!");
    return consumer;
  }

  const show = ({ reference: _, ...shown }: Transaction) => shown;

  function showForm(form: Form): string {
    const sale = form.transactions.findLast(({ transaction_type: type }) => type !== "refund");
    const isCard =
      sale !== undefined && /^sale|_pay$/.test(sale.transaction_type) && sale.transaction_type !== "pay_pal";
    const { unique_id, transaction_id, status, amount, currency, consumer } = form;
    const card = isCard
      ? { card_brand: "visa", card_number: "420000...0000", card_issuing_country: "Netherlands" }
      : {};
    const fields = {
      status,
      unique_id,
      transaction_id,
      consumer_id: consumer,
      timestamp: timestamp(),
      amount,
      currency,
    };
    const inner = form.transactions.map((each) => element("payment_transaction", show(each))).join("");
    return element("wpf_payment", { ...fields, usage: "Rendezvous", ...card }, inner);
  }

  function createForm(language: string, xml: string): string {
    if (!languages.includes(language)) throw new Rejection(340, "'language' is not supported!");
    for (const name of ["notification_url", "return_success_url", "return_failure_url", "return_cancel_url"]) {
      if (!URL.canParse(required(xml, name))) throw new Rejection(330, `'${name}' is no address!`);
    }
    const types = [...xml.matchAll(/<transaction_type name="(\w+)">/g)].map(([, name = ""]) => name);
    if (types.length === 0) throw new Rejection(320, "'transaction_types' is missing!");
    if (types.some((type) => !formTypes.includes(type)))
      throw new Rejection(310, "a transaction type is not supported!");
    if (types.includes("google_pay") && !xml.includes("<payment_subtype>sale<")) throw new Rejection(320, "subtype");
    const remember = fieldOf(xml, "remember_card") === "true";
    const consumer = fieldOf(xml, "consumer_id") === undefined ? undefined : consumerIn(xml, "customer_email").id;
    if (remember && consumer === undefined) required(xml, "customer_email");
    const form: Form = {
      ...{
        unique_id: newId(),
        ...amountIn(xml),
        transaction_id: takeId(xml),
        status: "new",
        types,
        consumer,
        remember,
      },
      transactions: [],
    };
    forms.set(form.unique_id, form);
    const { unique_id, transaction_id, status, amount, currency } = form;
    const redirect_url = `${url}/${language}/v2/payment/${unique_id}`;
    return element("wpf_payment", {
      ...{ status, unique_id, transaction_id, consumer_id: consumer, timestamp: timestamp() },
      ...{ amount, currency, redirect_url },
    });
  }

  function addTransaction(fields: Omit<Transaction, "unique_id" | "timestamp">): Transaction {
    const made = { unique_id: newId(), timestamp: timestamp(), ...fields };
    transactions.set(made.unique_id, made);
    return made;
  }

  function process(terminal: string, xml: string): string {
    const type = required(xml, "transaction_type");
    required(xml, "usage");
    if (type === "sdd_sale") {
      const iban = required(xml, "iban");
      const names = [required(xml, "first_name"), required(xml, "last_name")];
      if (!/^[A-Z]{2}\d{2}[A-Z\d]{10,30}$/.test(iban)) throw new Rejection(340, `'iban' ${iban} of ${names} is wrong!`);
      if (!debitCountries.includes(required(xml, "country"))) throw new Rejection(340, "'country' is not supported!");
      if (fieldOf(xml, "currency") !== "EUR") throw new Rejection(340, "'currency' is not supported!");
      const ordered = {
        ...amountIn(xml),
        transaction_id: takeId(xml),
        transaction_type: type,
        terminal_token: terminal,
      };
      return element("payment_response", show(addTransaction({ ...ordered, status: "pending_async" })));
    }
    if (type !== "refund") throw new Rejection(310, "the transaction type is not supported!");
    const sale = find(transactions, required(xml, "reference_id"), 410);
    if (sale.terminal_token !== terminal)
      throw new Rejection(410, "reference transaction was not found at this terminal!");
    if (!["approved", "refunded"].includes(sale.status))
      throw new Rejection(400, "no refund of a transaction like this!");
    const { amount, currency } = amountIn(xml);
    const failed = ["declined", "error", "unsuccessful"];
    const back = [...transactions.values()].filter(
      (each) => each.reference === sale.unique_id && !failed.includes(each.status),
    );
    const sum = back.reduce((total, each) => total + each.amount, amount);
    if (sum > sale.amount || currency !== sale.currency)
      throw new Rejection(440, "amount exceeds amount of reference transaction");
    const ordered = { amount, currency, transaction_id: takeId(xml), transaction_type: type, terminal_token: terminal };
    const made = addTransaction({ ...ordered, reference: sale.unique_id, status: "pending_async" });
    formOf(sale)?.transactions.push(made);
    return element("payment_response", show(made));
  }

  const formOf = (sale: Transaction) => [...forms.values()].find(({ transactions: all }) => all.includes(sale));

  function pageOf(root: string, items: readonly string[], xml: string): string {
    const page = Number(fieldOf(xml, "page") ?? 1);
    const pages = Math.max(1, Math.ceil(items.length / pageSize));
    const attributes = `page="${page}" per_page="${pageSize}" total_count="${items.length}" pages_count="${pages}"`;
    return `<${root} ${attributes}>${items.slice((page - 1) * pageSize, page * pageSize).join("")}</${root}>`;
  }

  const isBetween = (day: string, xml: string) =>
    day >= required(xml, "start_date") && day <= (fieldOf(xml, "end_date") ?? "9999");

  function answer({ path, xml }: Request): string {
    const [first = "", second = "", third = ""] = path.slice(1).split("/");
    if (second === "wpf") return createForm(first, xml);
    if (first === "wpf" && second === "reconcile") return showForm(find(forms, fieldOf(xml, "unique_id"), 460));
    if (first === "process" && terminals.includes(second)) return process(second, xml);
    if (first === "reconcile" && second === "by_date" && terminals.includes(third)) {
      const listed = [...transactions.values()].filter(
        (each) => each.terminal_token === third && isBetween(each.timestamp.slice(0, 10), xml),
      );
      return pageOf(
        "payment_responses",
        listed.map((each) => element("payment_response", show(each))),
        xml,
      );
    }
    if (first === "reconcile" && terminals.includes(second)) {
      const [id, own] = [fieldOf(xml, "unique_id"), fieldOf(xml, "transaction_id")];
      const one = [...transactions.values()].find(
        (each) => each.terminal_token === second && (each.unique_id === id || each.transaction_id === own),
      );
      if (!one) throw new Rejection(460, "Transaction with the given unique ID cannot be found!");
      return element("payment_response", show(one));
    }
    if (first === "chargebacks" && second === "by_date") {
      const listed = chargebacks.filter(({ post_date }) => isBetween(post_date, xml));
      const written = listed.map(({ type, sale, amount, currency, post_date }) =>
        element("chargeback_response", {
          ...{ type, arn: "74537605259536043849425", post_date, amount, currency },
          original_transaction_unique_id: sale,
        }),
      );
      return pageOf("chargeback_responses", written, xml);
    }
    if (first === "v1") return answerConsumers(second, xml);
    throw new Rejection(100, "no such page");
  }

  function answerConsumers(call: string, xml: string): string {
    if (call === "create_consumer") {
      const email = required(xml, "email");
      if ([...consumers.values()].some((each) => each.email === email)) throw new Rejection(701, "already exists!");
      const id = String(100_000 + consumers.size);
      consumers.set(id, { id, email, cards: [] });
      return element("create_consumer_response", { consumer_id: id, email });
    }
    if (call === "retrieve_consumer") {
      const [id, email] = [fieldOf(xml, "consumer_id"), fieldOf(xml, "email")];
      const one = [...consumers.values()].find((each) => each.id === id || each.email === email);
      if (!one) throw new Rejection(702, "Consumer not found!");
      return element("retrieve_consumer_response", { consumer_id: one.id, email: one.email });
    }
    const consumer = consumerIn(xml, "email");
    if (call === "get_consumer_cards") {
      if (!hasReadableCards) return "<get_consumer_cards_response><list/></get_consumer_cards_response>";
      const cards = consumer.cards.map((card) => element("card", card)).join("");
      return `<get_consumer_cards_response><cards>${cards}</cards></get_consumer_cards_response>`;
    }
    const token = required(xml, "token");
    if (call !== "delete_token" || required(xml, "token_type") !== "uuid")
      throw new Rejection(720, "Unsupported token type!");
    if (!consumer.cards.some((card) => card.token === token)) throw new Rejection(730, "Invalid token!");
    consumer.cards = consumer.cards.filter((card) => card.token !== token);
    return "<delete_token_response/>";
  }

  async function serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = [];
    for await (const part of incoming) parts.push(part);
    const request = { path: incoming.url ?? "", xml: Buffer.concat(parts).toString() };
    requests.push(request);
    onRequest?.(request);
    const send = (status: number, content: string, type = "application/xml") =>
      response.writeHead(status, { "content-type": `${type}; charset=utf-8` }).end(content);
    const how = fault;
    if (how === "silent") return;
    if (how === "500") return void send(500, "<html><body>Internal Server Error</body></html>", "text/html");
    if (how === "html") return void send(200, "<!doctype html><title>Maintenance</title>", "text/html");
    if (how === "wrong") return void send(200, element("wpf_payment", { status: "gold", amount: "many" }));
    const root = request.path.includes("wpf") ? "wpf_payment" : "payment_response";
    const refuse = (code: number, technical_message: string) =>
      element(root, { status: "error", code, technical_message, message: "Please check input data for errors!" });
    const expected = `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`;
    if (incoming.method !== "POST" || incoming.headers.authorization !== expected)
      return void send(401, refuse(110, "Invalid Authentication"));
    let body: string;
    try {
      body = answer(request);
    } catch (error) {
      if (!(error instanceof Rejection)) throw error;
      body = refuse(error.code, error.message);
    }
    if (how === "lost") return void incoming.socket.destroy();
    send(200, `<?xml version="1.0" encoding="UTF-8"?>\n${body}`);
  }

  /** The form or direct debit of a reference, with the transaction that takes the money. */
  function findAtGateway(reference: string) {
    const form = forms.get(reference);
    const sale = form
      ? form.transactions.findLast(({ transaction_type: type }) => type !== "refund")
      : transactions.get(reference);
    return { form, sale };
  }

  return {
    ...{ url, username, password, terminals, requests, forms, transactions, consumers },
    /** The buyer ends the form, or the bank a direct debit; `by` is what they paid with. */
    end(reference: string, status: string, by?: string): void {
      const { form, sale } = findAtGateway(reference);
      if (form && !["timeout", "cancelled"].includes(status)) {
        const { transaction_id, amount, currency, types } = form;
        const type = by ?? types[0] ?? "sale3d";
        // another terminal than that of direct debits, as the gateway chooses
        const made = { transaction_id, amount, currency, transaction_type: type, terminal_token: terminals[1], status };
        form.transactions.push(addTransaction(made));
        const consumer = consumers.get(form.consumer ?? "");
        if (status === "approved" && form.remember && consumer && type === "sale3d")
          consumer.cards.push({ token: randomUUID(), card_number: "420000...0000" });
      } else if (sale) sale.status = status;
      if (form) form.status = status;
    },
    endRefund(id: string, status: string): void {
      find(transactions, id, 460).status = status;
    },
    chargeBack(reference: string, status = "chargebacked", type = "1st chargeback"): void {
      const { form, sale } = findAtGateway(reference);
      if (!sale) throw new Error("nothing was paid");
      sale.status = status;
      if (form) form.status = status;
      const { unique_id, amount, currency } = sale;
      chargebacks.push({ type, sale: unique_id, amount, currency, post_date: timestamp().slice(0, 10) });
    },
    /** A notification as the gateway posts it. */
    notify(reference: string, { by = password, digest = "sha512" } = {}): string {
      const signature = createHash(digest)
        .update(reference + by)
        .digest("hex");
      const isForm = forms.has(reference);
      return new URLSearchParams({
        signature,
        ...(isForm
          ? { wpf_unique_id: reference, wpf_status: "approved" }
          : { unique_id: reference, status: "approved" }),
        notification_type: isForm ? "wpf" : "sdd_sale",
      }).toString();
    },
    /** Fails from now on, or works again. */
    fail(how: Fault | undefined): void {
      fault = how;
    },
    /** Calls back before a request is answered. */
    whenAsked(listener: typeof onRequest): void {
      onRequest = listener;
    },
    /** Answers lists of cards in a form that no client of the gateway shows. */
    hideCards(isHidden: boolean): void {
      hasReadableCards = !isHidden;
    },
    async close(): Promise<void> {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}
