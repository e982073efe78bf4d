export { findContactDetails, normalise } from "./contact-details.ts";
