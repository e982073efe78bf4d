/** Every code a call can fail with, and its HTTP status (D1.3). Texts: `locales/<lang>/errors.json`. */
export const errorStatus = {
  // any call
  invalid_input: 400,
  malformed_request: 400,
  request_type_required: 400,
  idempotency_key_required: 400,
  authentication_required: 403,
  wrong_origin: 403,
  not_found: 404,
  unsupported_media_type: 415,
  payload_too_large: 413,
  unknown_site: 421,
  idempotency_key_reused: 422,
  too_many_requests: 429,
  internal_error: 500,
  unavailable: 503,
  // account
  login_failed: 401,
  login_blocked: 429,
  signups_closed: 403,
  already_confirmed: 409,
  link_invalid: 410,
  email_taken: 409,
  too_many_resets: 429,
  device_not_found: 404,
  // passkeys
  passkey_refused: 422,
  passkey_known: 409,
  passkey_limit: 409,
  passkey_not_found: 404,
  passkeys_unavailable: 409,
  passkey_login_failed: 401,
  passkey_unknown: 401,
  // staff
  staff_login_failed: 401,
  staff_login_required: 401,
  staff_role_missing: 403,
  staff_item_claimed: 409,
  staff_item_gone: 409,
  site_changed: 409,
  // decisions of the team
  decision_not_found: 404,
  objection_over: 409,
  // likes, chat
  own_profile: 422,
  profile_not_found: 404,
  blocked: 403,
  blocked_by_you: 403,
  conversation_not_found: 404,
  recipient_not_confirmed: 409,
  account_not_confirmed: 403,
  conversation_limit: 403,
  held_limit: 403,
  same_text_limit: 429,
  new_chats_limit: 429,
  message_not_found: 404,
  gift_not_found: 404,
  not_enough_credits: 402,
  // swipe
  swipe_likes_spent: 403,
  swipe_not_last: 409,
  swipe_is_match: 409,
  // photos
  photo_limit: 403,
  photo_not_found: 404,
  photo_not_checked: 409,
  photos_changed: 409,
  photo_too_large: 413,
  photo_heic: 415,
  photo_format: 415,
  photo_animated: 422,
  photo_broken: 422,
  photo_too_small: 422,
  photo_too_many_pixels: 422,
  photo_too_slow: 422,
  photo_rejected_before: 422,
  // verification
  verification_off: 403,
  verification_needs_photo: 409,
  verification_not_open: 409,
  age_check_required: 403,
  age_check_not_open: 409,
  // payments
  bundle_not_found: 404,
  payment_not_found: 404,
  payment_unavailable: 502,
  price_changed: 409,
  stored_payment_failed: 402,
  spending_limit_reached: 403,
  spending_limit_held: 403,
  purchases_paused: 403,
  code_not_found: 404,
  code_already_used: 409,
  webhook_refused: 401,
  // direct debit
  direct_debit_unavailable: 409,
  direct_debit_blocked: 403,
  direct_debit_limit: 403,
  direct_debit_not_found: 404,
  direct_debit_refused: 402,
  sms_limit: 429,
  withdrawal_over: 409,
  withdrawal_nothing_left: 409,
  // privacy
  account_deleted: 403,
  // sanctions
  account_suspended: 403,
  account_banned: 403,
  muted: 403,
  download_too_soon: 429,
} as const;

export type ErrorCode = keyof typeof errorStatus;

/** Codes that the platform itself can answer with, on any call. */
export const commonErrors: readonly ErrorCode[] = [
  "invalid_input",
  "malformed_request",
  "request_type_required",
  "idempotency_key_required",
  "authentication_required",
  "wrong_origin",
  "not_found",
  "unsupported_media_type",
  "payload_too_large",
  "unknown_site",
  "idempotency_key_reused",
  "too_many_requests",
  "internal_error",
  "unavailable",
];

/** What can be wrong with one field. Texts: `locales/<lang>/errors.json`, under `field`. */
export const fieldCodes = [
  "required",
  "invalid",
  "too_short",
  "too_long",
  "too_small",
  "too_big",
  "unknown_option",
  "invisible_text",
  "forbidden_characters",
  "date_of_birth_required",
  "date_of_birth_invalid",
  "too_young",
  "name_is_email",
  "name_starts_with_at",
  "name_length",
  "name_characters",
  "name_taken",
  "name_reserved",
  "email_invalid",
  "email_taken",
  "email_not_found",
  "email_new_invalid",
  "email_owned",
  "email_pending_deletion",
  "password_length",
  "password_common",
  "password_is_name_or_email",
  "password_wrong",
  "not_your_password",
  "passwords_differ",
  "code_wrong",
  "place_unknown",
  "consent_required",
  "recipient_unavailable",
  "message_too_long",
  "text_too_long",
  "explicit_consent_required",
  "ages_swapped",
  "push_service_unknown",
  "contact_details",
  "discount_not_found",
  "discount_already_used",
  "discount_expired",
  "discount_minimum",
  "discount_method",
  "iban_country",
  "iban_length",
  "iban_invalid",
  "phone_invalid",
  "authorisation_required",
  "sms_code_invalid",
  "sms_code_expired",
  "sms_code_used_up",
  "named_twice",
  "host_taken",
  "host_in_use",
  "language_not_offered",
  "country_without_towns",
  "country_without_bundles",
  "no_payment_method",
  "placeholder_unknown",
  "key_taken",
  "changed_meanwhile",
  "code_taken",
] as const;

export type FieldCode = (typeof fieldCodes)[number];

/** The body of every failure (D1.3). */
export type ErrorBody = {
  error: {
    code: ErrorCode;
    message: string;
    /** The path of a page that says more, without the language's prefix. */
    link?: string;
    /** What is wrong with each field, in words. */
    fields?: Record<string, string>;
    /** The same as stable codes, for clients that react to them. */
    field_codes?: Record<string, FieldCode>;
  };
  authentication_required?: true;
};
