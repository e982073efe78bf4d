import { data } from "react-router";

/** Every unknown address: the error page with status 404 (R8.02). */
export function loader(): never {
  throw data(null, { status: 404 });
}

export default function NotFound() {
  return null;
}
