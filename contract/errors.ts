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
  link_invalid: 410,
  // likes, chat
  own_profile: 422,
  profile_not_found: 404,
  conversation_not_found: 404,
  recipient_not_confirmed: 409,
  account_not_confirmed: 403,
  conversation_limit: 403,
  not_enough_credits: 402,
  // payments
  bundle_not_found: 404,
  payment_not_found: 404,
  payment_unavailable: 502,
  webhook_refused: 401,
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
  "email_invalid",
  "email_taken",
  "password_length",
  "password_common",
  "password_is_name_or_email",
  "place_unknown",
  "message_too_long",
  "ages_swapped",
] as const;

export type FieldCode = (typeof fieldCodes)[number];

/** The body of every failure (D1.3). */
export type ErrorBody = {
  error: { code: ErrorCode; message: string; fields?: Record<string, string> };
  authentication_required?: true;
};
