import { Fragment } from "react";
import { Dated } from "./When";

/** A long name that may be broken into lines after each of its parts, but not within a date, a time or a number. */
export function Breakable({ name }: { name: string }) {
  const parts = name.split(/(?<=[./_:])(?<!\d[.:](?=\d))/);
  return parts.map((part, index) => (
    <Fragment key={index}>
      <Dated text={part} />
      {index < parts.length - 1 && <wbr />}
    </Fragment>
  ));
}
