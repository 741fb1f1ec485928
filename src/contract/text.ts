import { Type } from "@sinclair/typebox";

type Rule = {
  /** Code points after trimming. */
  max: number;
  required?: boolean;
  error: string;
};

const NOT_BLANK = "(?=[^]*[^\\s\\p{Cf}\\p{Cc}])";

/** One line: no line breaks or control characters. */
export const LineText = ({ max, required = false, error }: Rule) =>
  Type.RegExp(new RegExp(`^${required ? NOT_BLANK : ""}\\s*[^\\p{Cc}\\u2028\\u2029]{0,${max}}\\s*$`, "u"), { error });

export const LongText = ({ max, required = false, error }: Rule) =>
  Type.RegExp(new RegExp(`^${required ? NOT_BLANK : ""}\\s*[^]{0,${max}}\\s*$`, "u"), { error });
