import { Fragment } from "react";

/** Breaks lines after its underscores and dashes and before its dots, rather than in a word. */
export function FileName({ children }: { children: string }) {
  return children.split(/(?<=[_-])|(?=\.)/).map((part, index) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
