import { Fragment } from "react";

/** A long name that may be broken into lines after each of its parts. */
export function Breakable({ name }: { name: string }) {
  const parts = name.split(/(?<=[./_:])/);
  return parts.map((part, index) => (
    <Fragment key={index}>
      {part}
      {index < parts.length - 1 && <wbr />}
    </Fragment>
  ));
}
