import { Fragment } from "react";

type Named = { name: string; /** E.g. ' +2'. */ after?: string };

/** Names with commas between, each apart from the others' direction of writing. */
export function Names({ of }: { of: readonly Named[] }) {
  return of.map(({ name, after = "" }, index) => (
    <Fragment key={index}>
      {index > 0 && ", "}
      <bdi>{name}</bdi>
      {after}
    </Fragment>
  ));
}
