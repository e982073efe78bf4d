import type { AnswerOf } from "#contract/call.ts";
import { getBundles } from "#contract/credits.ts";
import { getDiscountCode } from "#contract/discounts.ts";
import { ApiFailure } from "#web/lib/api.ts";
import type { Page } from "#web/lib/page.ts";

/** The discount that the prices include, and the server's time. */
export type OfferDiscount = AnswerOf<typeof getDiscountCode>;

export type Offer = AnswerOf<typeof getBundles> & {
  /** The code that the buyer typed and that is in the prices. */
  typed: string | undefined;
  /** Why the code in the address can't be used; the prices are then without it. */
  codeError: string | undefined;
  discount: OfferDiscount | null;
};

function readCode(url: string): string | undefined {
  return new URL(url).searchParams.get("code")?.trim() || undefined;
}

/** The bundles at the prices that the buyer pays: with the code in the address, or else with the welcome discount. */
export async function loadOffer(page: Page, url: string): Promise<Offer> {
  const code = readCode(url);
  const { offer, codeError } = await loadBundlesWithCode(page, code);
  const discount = await loadDiscount(page, offer.code);
  return { ...offer, typed: codeError === undefined ? code : undefined, codeError, discount };
}

export async function loadDiscount(page: Page, code: string | null): Promise<OfferDiscount | null> {
  return code === null ? null : await page.call(getDiscountCode, { query: { code } }).catch(() => null);
}

async function loadBundlesWithCode(page: Page, code: string | undefined) {
  if (code !== undefined) {
    try {
      return { offer: await page.call(getBundles, { query: { code } }), codeError: undefined };
    } catch (failure) {
      const codeError = failure instanceof ApiFailure ? failure.fields.code : undefined;
      if (codeError !== undefined) return { offer: await page.load(getBundles), codeError };
    }
  }
  return { offer: await page.load(getBundles), codeError: undefined };
}
