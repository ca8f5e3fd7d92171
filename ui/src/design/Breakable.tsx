import { Fragment } from "react";

/** A long name, which may be broken where its parts end. */
export function Breakable({ name }: { name: string }) {
  const parts = name.split(/(?<=[./_:])/);
  return parts.map((part, index) => (
    <Fragment key={index}>
      {part}
      {index < parts.length - 1 && <wbr />}
    </Fragment>
  ));
}
