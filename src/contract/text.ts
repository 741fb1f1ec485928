import { Type } from "@sinclair/typebox";

type Rule = {
  /** Code points, outer spaces not counted. */
  max: number;
  /** Blank text is refused. */
  required?: boolean;
  error: string;
};

const NOT_BLANK = "(?=[^]*[^\\s\\p{Cf}\\p{Cc}])";

/** Text of one line: no line breaks, no control characters. */
export const LineText = ({ max, required = false, error }: Rule) =>
  Type.RegExp(new RegExp(`^${required ? NOT_BLANK : ""}\\s*[^\\p{Cc}\\u2028\\u2029]{0,${max}}\\s*$`, "u"), { error });

/** Text that may have line breaks. */
export const LongText = ({ max, required = false, error }: Rule) =>
  Type.RegExp(new RegExp(`^${required ? NOT_BLANK : ""}\\s*[^]{0,${max}}\\s*$`, "u"), { error });
