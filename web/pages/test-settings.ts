import type { CompanyInfo, Settings } from "#contract/sites.ts";
import { completeSettings } from "#server/site-settings.ts";

/** A site's company and settings, for the pages with its terms. */
export const company: CompanyInfo = {
  name: "Example B.V.",
  address1: "Straat 1",
  address2: "",
  address3: "",
  kvk: "12345678",
  city: "Utrecht",
  country: "NL",
  tradenames: [],
  vat_numbers: ["NL001", "NL002"],
  support_phone: "+31 30-123 45 67",
  delete_discount: 0,
  added: "2019-01-01T00:00:00Z",
};
export const settings: Settings = {
  ...completeSettings([]),
  company_id: 1,
  has_talks: true,
  direct_talks: false,
  member_resell: false,
  click_networks: [],
  demo: false,
  geoip_country: null,
  geoip_selected_country: null,
  minimum_message_costs: {},
  push_public_key: "",
  has_fictional: true,
};
