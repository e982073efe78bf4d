import { expect, test } from "vitest";
import { mailDomains } from "./mail-domains.ts";
import { suggestAddress } from "./suggest-address.ts";

const meant: [string, string][] = [
  ["gmial.com", "gmail.com"],
  ["gmai.com", "gmail.com"],
  ["gmail.con", "gmail.com"],
  ["gmail.co", "gmail.com"],
  ["gmail.cm", "gmail.com"],
  ["gamil.com", "gmail.com"],
  ["gmail.de", "gmail.com"],
  ["gmail.fr", "gmail.com"],
  ["icloud.dk", "icloud.com"],
  ["hotmial.com", "hotmail.com"],
  ["hotmail.cm", "hotmail.com"],
  ["hotmal.se", "hotmail.se"],
  ["outlok.com", "outlook.com"],
  ["yaho.com", "yahoo.com"],
  ["yahoo.co.u", "yahoo.co.uk"],
  ["gmx.d", "gmx.de"],
  ["gmx.ne", "gmx.net"],
  ["t-onlin.de", "t-online.de"],
  ["freenet.d", "freenet.de"],
  ["wanado.fr", "wanadoo.fr"],
  ["ornage.fr", "orange.fr"],
  ["libro.it", "libero.it"],
  ["virgilo.it", "virgilio.it"],
  ["zigo.nl", "ziggo.nl"],
  ["kpnmail.n", "kpnmail.nl"],
  ["telent.be", "telenet.be"],
  ["bluewin.c", "bluewin.ch"],
  ["btinternt.com", "btinternet.com"],
  ["eircom.ne", "eircom.net"],
  ["telefoncia.net", "telefonica.net"],
  ["luuku.com", "luukku.com"],
  ["kolumbs.fi", "kolumbus.fi"],
  ["onlin.no", "online.no"],
  ["wp.p", "wp.pl"],
  ["intera.pl", "interia.pl"],
  ["comhem.s", "comhem.se"],
  ["stofanet.d", "stofanet.dk"],
];
test.each(meant)("D3.8 R5.03 for %s it suggests %s", (typed, domain) => {
  expect(suggestAddress(`anna.ö+x@${typed}`, [])).toBe(`anna.ö+x@${domain}`);
});

test("D3.8 R5.03 no provider of our countries is taken for a typo", () => {
  expect(mailDomains.filter((domain) => suggestAddress(`anna@${domain}`, []) !== null)).toEqual([]);
  expect(mailDomains.length).toBe(new Set(mailDomains).size);
  for (const domain of ["web.de", "aon.at", "bluewin.ch", "o2.pl", "jubii.dk", "free.fr", "me.com", "telenet.be"]) {
    expect(mailDomains).toContain(domain);
  }
});

const others = [
  "example.org",
  "bücher.example",
  "uni-hamburg.de",
  "ku.dk",
  "uio.no",
  "ox.ac.uk",
  "bmw.de",
  "dr.dk",
  "nrk.no",
  "yle.fi",
  "anna.de",
  "mueller.de",
  "family.name",
  "yahoo.gr",
  "hotmail.gr",
  "orange.be",
  "orange.pl",
  "gmx.it",
  "home.de",
  "abv.bg",
  "seznam.cz",
  "mail.ee",
  "inbox.lv",
  "kfc.com",
  "volvo.com",
  "france.fr",
  "julia.com",
];
test.each(others)("D3.8 R5.03 for %s it suggests nothing", (domain) => {
  expect(suggestAddress(`anna@${domain}`, [])).toBeNull();
});

test("D3.8 the domains of the site's settings are known too", () => {
  expect(suggestAddress("anna@verein-hamburg.d", ["verein-hamburg.de"])).toBe("anna@verein-hamburg.de");
  expect(suggestAddress("anna@gnail.com", ["gnail.com"])).toBeNull();
});
