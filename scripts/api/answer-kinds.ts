type Schema = { type?: string | readonly string[]; anyOf?: readonly Schema[] };
type Call = { responses?: Record<string, { content?: { "application/json"?: { schema?: Schema } } }> };

/** Calls that answer with a list, and those that may answer null, for the web's check; ids are stars. */
export function answerKinds(paths: Record<string, Record<string, Call>>) {
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { responses = {} }]) => ({
      call: `${method.toUpperCase()} ${path.replaceAll(/\{\w+\}/g, "*")}`,
      types: Object.entries(responses).flatMap(([status, response]) => (Number(status) < 300 ? typesOf(response) : [])),
    })),
  );
  const having = (type: string) => calls.flatMap(({ call, types }) => (types.includes(type) ? [call] : [])).toSorted();
  return { lists: having("array"), nullable: having("null") };
}

function typesOf({ content }: NonNullable<Call["responses"]>[string]): string[] {
  const schema = content?.["application/json"]?.schema ?? {};
  return (schema.anyOf ?? [schema]).flatMap(({ type = [] }) => type);
}
