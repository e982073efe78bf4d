import { attempt, type Finding, good, note, wrong } from "./finding.ts";
import type { Probes } from "./probes.ts";
import type { CheckedSite } from "./read-database.ts";

/** Selectors that mail servers and services commonly use, tried if none is named. */
const usualSelectors = ["default", "mail", "dkim", "selector1", "selector2", "s1", "k1", "google", "pm", "mx"];

const domainOf = (address: string) => address.slice(address.lastIndexOf("@") + 1).toLowerCase();

/** The domain and its parents, as far as they have two labels: DMARC of a parent counts for its subdomains. */
function withParents(domain: string): string[] {
  const labels = domain.split(".");
  return labels.slice(0, -1).map((_, index) => labels.slice(index).join("."));
}

async function checkSpf(domain: string, probes: Probes): Promise<Finding> {
  const about = `mail ${domain}`;
  const records = (await probes.resolve(domain, "TXT")).filter((text) => /^v=spf1(?: |$)/i.test(text));
  const [record = ""] = records;
  if (records.length === 0) {
    return wrong(about, `has no SPF record: add a TXT record at ${domain}, such as "v=spf1 include:… -all"`);
  }
  if (records.length > 1) return wrong(about, "has several SPF records, so none counts: join them into one");
  if (/(?:^| )[+?]?all\b/i.test(record)) {
    return wrong(about, `its SPF record lets anyone send (${record}): end it with -all or ~all`);
  }
  return good(about, "has an SPF record");
}

async function checkDmarc(domain: string, probes: Probes): Promise<Finding> {
  const about = `mail ${domain}`;
  for (const name of withParents(domain)) {
    const records = (await probes.resolve(`_dmarc.${name}`, "TXT")).filter((text) => /^v=DMARC1\b/i.test(text));
    const [record] = records;
    if (record === undefined) continue;
    if (records.length > 1) return wrong(about, `has several DMARC records at _dmarc.${name}: leave one`);
    if (/;\s*p\s*=\s*(?:quarantine|reject)\b/i.test(record)) return good(about, "has a DMARC record");
    return note(about, `its DMARC record only observes: once mails arrive, change p=none to p=quarantine`);
  }
  const todo = `add a TXT record at _dmarc.${domain}, such as "v=DMARC1; p=quarantine"`;
  return wrong(about, `has no DMARC record: ${todo}`);
}

async function checkDkim(domain: string, selectors: readonly string[], probes: Probes): Promise<Finding> {
  const about = `mail ${domain}`;
  const tried = selectors.length > 0 ? selectors : usualSelectors;
  const keys: string[] = [];
  for (const selector of tried) {
    const records = await probes.resolve(`${selector}._domainkey.${domain}`, "TXT");
    const record = records.find((text) => /(?:^|;)\s*p\s*=/i.test(text));
    if (record === undefined) continue;
    if (/(?:^|;)\s*p\s*=\s*(?:;|$)/i.test(record)) {
      return wrong(about, `its DKIM key ${selector} is revoked (p= is empty): publish the key of the mail server`);
    }
    keys.push(selector);
  }
  if (keys.length > 0) return good(about, `has the DKIM key ${keys.join(", ")}`);
  if (selectors.length === 0) {
    return note(about, "no usual DKIM key was found: name the selector of your mail server, --dkim <selector>");
  }
  const todo = `publish the public key of the mail server at ${tried[0]}._domainkey.${domain}`;
  return wrong(about, `has no DKIM key ${tried.join(", ")}: ${todo}`);
}

async function checkReplies(domain: string, probes: Probes): Promise<Finding> {
  const about = `mail ${domain}`;
  const records = await Promise.all((["MX", "A", "AAAA"] as const).map((kind) => probes.resolve(domain, kind)));
  if (records.some((addresses) => addresses.length > 0)) return good(about, "can receive replies and bounces");
  return wrong(about, "receives no mail, so bounces and members' questions are lost: add an MX record");
}

/** The mail server, and what the domains of the sites publish about it. */
export async function checkMail(
  { smtpUrl, sites, selectors }: { smtpUrl: string | undefined; sites: readonly CheckedSite[]; selectors: string[] },
  probes: Probes,
): Promise<Finding[]> {
  if (smtpUrl === undefined) return [note("mail", "SMTP_URL is not set: emails are only kept in the outbox page")];
  const { hostname } = new URL(smtpUrl);
  const todo = `the mail server ${hostname} takes no mail: check host, port, user and password of SMTP_URL`;
  const server = await attempt("mail", todo, async () => {
    await probes.mailServer(smtpUrl);
    return [good("mail", `${hostname} answers, and accepts the login`)];
  });
  const real = sites.filter(({ demo }) => !demo);
  const addresses = real.flatMap(({ mailAddress, supportEmail }) => [mailAddress, supportEmail]);
  const invented = addresses.filter((address) => domainOf(address).endsWith(".invalid"));
  const isKnown = (domain: string) => !domain.endsWith(".invalid");
  const senders = new Set(real.map(({ mailAddress }) => domainOf(mailAddress)).filter(isKnown));
  const receivers = new Set(addresses.map(domainOf).filter(isKnown));
  const lookUp = (domain: string, run: () => Promise<Finding>) =>
    attempt(
      `mail ${domain}`,
      "its DNS records can't be looked up: check the name servers of this machine",
      async () => [await run()],
    );
  const findings = await Promise.all([
    ...[...senders].flatMap((domain) => [
      lookUp(domain, () => checkSpf(domain, probes)),
      lookUp(domain, () => checkDkim(domain, selectors, probes)),
      lookUp(domain, () => checkDmarc(domain, probes)),
    ]),
    ...[...receivers].map((domain) => lookUp(domain, () => checkReplies(domain, probes))),
  ]);
  const noAddress = invented.map((address) =>
    wrong("mail", `${address} is invented: npm run site -- set mail_address=…`),
  );
  return [...server, ...noAddress, ...findings.flat()];
}
