import { z } from "zod";
import { defineCall } from "./call.ts";

/** R9.03: the welcome code of new members. */
export const welcomeCode = "TIMEBONUS25";
/** R9.03, R4.14: the percentage of that code, and for how many seconds after the signup it is valid. */
export const welcomePercentage = 25;
export const welcomeWindowSeconds = 14_400;

/** A code as a buyer types it; capitals do not matter. */
export const discountCodeText = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9_-]{3,40}$/, "discount_not_found");

export const discountValidities = ["once", "once-per-user", "many"] as const;

/** `value_percentage` and `minimum_order_value` are other names for `percentage` and `minimum` (R3.07). */
export const discountCode = z.object({
  code: z.string(),
  /** Null: the discount is an amount, `value`. */
  percentage: z.int().nullable(),
  value_percentage: z.int().nullable(),
  /** Minor units of `currency`. */
  value: z.int().nullable(),
  /** The lowest price it is valid for, minor units of `currency`. */
  minimum: z.int(),
  minimum_order_value: z.int(),
  country: z.string().nullable(),
  user_id: z.uuid().nullable(),
  expires: z.iso.datetime().nullable(),
  currency: z.string().nullable(),
  status: z.enum(["active", "inactive"]),
  validity: z.enum(discountValidities),
  expired: z.boolean(),
  /** Empty: all methods. */
  paymentmethods: z.array(z.string()),
});
export type DiscountCode = z.output<typeof discountCode>;

export const getDiscountCode = defineCall({
  method: "GET",
  path: "/api/discountcode.php",
  summary:
    "A discount code that the caller may use; `welcome=true`: the code of new members, while it is valid (R4.14). `now` is the server's time.",
  who: "member",
  query: z.object({ code: discountCodeText.optional(), welcome: z.enum(["true", "false"], "invalid").optional() }),
  answer: z.object({ discountcode: discountCode, now: z.iso.datetime() }),
  errors: ["code_not_found", "code_already_used"],
});
