/** A placeholder for content that is loading; give it that content's size. */
export function Skeleton({ className }: { className: string }) {
  return <span aria-hidden="true" className={`block animate-pulse rounded-md bg-tint ${className}`} />;
}
