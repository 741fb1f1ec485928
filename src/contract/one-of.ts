import { Type } from "@sinclair/typebox";

/** One of these texts. */
export const OneOf = <const Text extends string>(texts: readonly Text[], error?: string) =>
  Type.Unsafe<Text>(
    Type.Union(
      texts.map((text) => Type.Literal(text)),
      error === undefined ? {} : { error },
    ),
  );
