import { expect, test } from "vitest";
import { rawText, readCatalogs } from "./read-catalogs.ts";

/**
 * The words of Article 8(2) of Directive 2011/83/EU in each language. The Swedish ones, "förenad med", do not fit one
 * line of a phone; "med" says the same, and the directive allows an unambiguous equivalent, as the English one is.
 * Norway's law is its own (angrerettloven, section 16).
 */
const legalWords = {
  da: "Ordre med betalingsforpligtelse",
  de: "Zahlungspflichtig bestellen",
  en: "Buy now and pay",
  es: "Pedido con obligación de pago",
  fi: "Tilaukseen liittyy maksuvelvollisuus",
  fr: "Commande avec obligation de paiement",
  it: "Ordine con obbligo di pagare",
  nb: "Bestill med betalingsforpliktelse",
  nl: "Bestelling met betalingsverplichting",
  pl: "Zamówienie z\u00a0obowiązkiem zapłaty",
  sv: "Beställning med betalningsskyldighet",
};

test.each(Object.entries(legalWords))("D7.7 %s: the order button says %s", (language, words) => {
  expect(rawText(readCatalogs(language), "credits:order.button")).toBe(words);
});
