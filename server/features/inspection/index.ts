export { findContactDetails } from "./contact-details.ts";
