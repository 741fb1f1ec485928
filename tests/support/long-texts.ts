import { Value } from "@sinclair/typebox/value";

import { asJson, type Form, type World } from "./access-world.ts";
import { type Route, textFields } from "./route-fields.ts";

/** A row's body with other texts each time, of the maximum length. */
export function longTexts(routes: readonly Route[], call: string, form: Form, world: World): (at: number) => Form {
  if (form.type !== "application/json") return () => form;
  const body: object = JSON.parse(Buffer.from(form.bytes).toString());
  const isOf = ({ name }: Route) => name === call;
  const fields = textFields(routes).filter(
    ({ route, part, path }) => isOf(route) && part === "body" && path.length === 1,
  );
  return (at) => {
    const texts = fields.flatMap(({ path: [name = ""], schema }) => {
      if (name === "coverImage") return [[name, world.foreignCover(String(at))]];
      if (/email$/i.test(name)) return [[name, `reader${at}@example.org`]];
      const text = `${at} ${"🍷".repeat(Math.max(0, Number(schema["maxLength"]) - 10))}`;
      return Value.Check(schema, text) ? [[name, text]] : [];
    });
    return { ...asJson({ ...body, ...Object.fromEntries(texts) }), ...(form.headers && { headers: form.headers }) };
  };
}
