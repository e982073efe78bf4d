import type { ButtonHTMLAttributes, ReactNode, Ref } from "react";
import { Link, type LinkProps } from "react-router";

type Look = "primary" | "secondary" | "outline" | "quiet" | "danger";
type ButtonStyle = { look?: Look; size?: "normal" | "large"; wide?: boolean };

export function buttonClass(
  { look = "primary", size = "normal", wide = false }: ButtonStyle,
  extraClasses = "",
): string {
  const classes = ["button", `button-${look}`];
  if (size === "large") classes.push("button-large");
  if (wide) classes.push("w-full");
  if (extraClasses !== "") classes.push(extraClasses);
  return classes.join(" ");
}

/** `pending` sets `aria-busy` and `aria-disabled`; for a button that can't be used at all there is `disabled`. */
type ButtonProps = ButtonStyle &
  Omit<ButtonHTMLAttributes<HTMLButtonElement>, "aria-busy" | "aria-disabled"> & {
    pending?: boolean;
    children: ReactNode;
    ref?: Ref<HTMLButtonElement>;
  };

/** A button; while `pending` it keeps its focus and its size, shows that it is busy, and does nothing. */
export function Button({
  look,
  size,
  wide,
  pending = false,
  type = "button",
  className,
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      className={buttonClass({ look, size, wide }, className)}
      aria-busy={pending || undefined}
      aria-disabled={pending || undefined}
      onClick={(event) => {
        if (pending) event.preventDefault();
        else onClick?.(event);
      }}
    />
  );
}

/** A link that looks like a button; its address is without the language's prefix. */
export function ButtonLink({ look, size, wide, className, ...rest }: ButtonStyle & LinkProps) {
  return <Link {...rest} className={buttonClass({ look, size, wide }, className)} />;
}

/** The less prominent of two links, or one that is not what the page is for. */
export const OutlineLink = (props: Omit<Parameters<typeof ButtonLink>[0], "look">) => (
  <ButtonLink {...props} look="outline" />
);
