import type { SVGAttributes } from "react";

type Props = SVGAttributes<SVGSVGElement> & {
  /** The text of an SVG file of ours. */
  svg: string;
};

/** A drawing from a file, within the page, so that the style sheet of the lander moves its parts. */
export function Drawing({ svg, ...rest }: Props) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: a file of this folder
  return <svg {...rest} dangerouslySetInnerHTML={{ __html: svg.replace(/<\/?svg[^>]*>/g, "") }} />;
}
