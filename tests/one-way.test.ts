import { describe, expect, test } from "bun:test";

import ts from "typescript";

import { type Module, readModule, readModules } from "./support/modules.ts";

const modules = await readModules(["src/**/*.{ts,tsx}"]);
const product = modules.filter(({ path }) => !path.includes(".test."));
const tests = [...modules, ...(await readModules(["tests/**/*.{ts,tsx}", "scripts/**/*.ts"]))].filter(({ path }) =>
  path.includes(".test."),
);

/** Files that do something when they're imported. */
const WORK_AT_IMPORT = {
  "src/contract/text.ts": "TypeBox needs to know a kind before a schema uses it",
  "src/server/main.ts": "the command line",
  "src/web/app/start.ts": "the app's entry point",
  "src/web/offline/last-updated.tsx": "the page's first calls may fail before the first render",
  "src/web/offline/worker/sw.ts": "browsers require a worker's listeners from the start",
  "src/web/reading/read-along/speech.ts": "the first call makes Chromium load its voices",
  "src/web/reading/view/fixed-layout-view.ts": "defines an element",
  "src/web/state/install.ts": "the event may come before the first render",
};

/** Files with state outside of `deps`, atoms and stores. */
const MODULE_STATE = {
  "src/contract/zoned-time.ts": "formatters by time zone, for server and web",
  "src/server/http/connection.ts": "by request",
  "src/server/http/file-response.ts": "by request",
  "src/server/shelf/import/read-date.ts": "names of months, which never change",
  "src/web/api/client.ts": "listeners of failed calls",
  "src/web/api/request.ts": "whose the next request is, set around its call",
  "src/web/app/history-router.tsx": "the router is created once",
  "src/web/offline/store-response.ts": "a worker has no store",
  "src/web/offline/worker/book-copy.ts": "a worker has no store",
  "src/web/offline/worker/member-page.ts": "a worker has no store",
  "src/web/offline/worker/sw.ts": "a worker has no store",
  "src/web/progress/progress-syncs.ts": "by query client, which tests create anew",
  "src/web/state/before-sign-out.ts": "functions to run before signing out",
};

/** Server files that repeat something. */
const REPEATING = {
  "src/server/adapters/sandbox.ts": "watches a child's memory",
  "src/server/cli/backup.ts": "a process that waits needs a timer",
  "src/server/jobs/start.ts": "all jobs",
};

/** Forms without `useForm`. */
const OWN_FORMS = {
  "src/web/listening/bookmark-list.tsx": "its note is the draft that the player keeps",
  "src/web/votes/ballot-form.tsx": "useForm merges fields, and two ballots could exceed the votes",
};

describe("there is one way to", () => {
  test("write a test: test()", () => {
    const isIt = (module: Module) => /\bit(?:\.\w+)?\(/.test(module.text) && calledNames(module).includes("it");
    expect(tests.filter(isIt).map(({ path }) => path)).toEqual([]);
    expect(isIt(readModule("a.test.ts", 'it.each([1])("works", () => {});'))).toBe(true);
  });

  test("write a function with a body: declare it", () => {
    const arrows = (module: Module) => topLevel(module).filter(isArrowWithBody);
    expect(product.filter((module) => arrows(module).length > 0).map(({ path }) => path)).toEqual([]);
    expect(arrows(readModule("a.ts", "export const f = () => { g(); };"))).toHaveLength(1);
    expect(arrows(readModule("a.ts", "export const f = () => g();"))).toHaveLength(0);
  });

  test("open a transaction: in a service, not in its routes", () => {
    const openers = new Set(["transaction", "batchWrite", "batchWriteAs", "writeAs"]);
    const routes = product.filter(({ path }) => path.endsWith("-routes.ts"));
    const opens = (module: Module) => calledNames(module).some((name) => openers.has(name));
    expect(routes.length).toBeGreaterThan(12);
    expect(routes.filter(opens).map(({ path }) => path)).toEqual([]);
    expect(opens(readModule("a-routes.ts", "f(() => deps.stores.transaction(work));"))).toBe(true);
  });

  test("start work: by a call, not by an import", () => {
    const working = product.filter((module) => topLevel(module).some(isWork));
    expect(working.map(({ path }) => path)).toEqual(Object.keys(WORK_AT_IMPORT));
    expect(topLevel(readModule("a.ts", 'import "./b.ts"; addEventListener("a", b);')).filter(isWork)).toHaveLength(1);
  });

  test("keep state: in deps, an atom or a store, not in a module", () => {
    const stateful = product.filter((module) => topLevel(module).some(isState));
    expect(stateful.map(({ path }) => path)).toEqual(Object.keys(MODULE_STATE));
    const probe = readModule("a.ts", "let a = 1; const b = new Map<string, number>(); const c = new Set([1]);");
    expect(topLevel(probe).filter(isState)).toHaveLength(2);
  });

  test("repeat something on the server: a job", () => {
    const server = product.filter(({ path, text }) => path.startsWith("src/server/") && /setInterval|cron/.test(text));
    const repeats = (module: Module) => calledNames(module).some((name) => name === "setInterval" || name === "cron");
    expect(server.filter(repeats).map(({ path }) => path)).toEqual(Object.keys(REPEATING));
  });

  test("send a form: useForm", () => {
    const formModules = product.filter(({ path, text }) => path.startsWith("src/web/") && text.includes("<form"));
    const ownForms = formModules.filter((module) => formsOf(module).some((form) => !usesFormProps(form)));
    expect(formModules.length).toBeGreaterThan(30);
    expect(ownForms.map(({ path }) => path)).toEqual(Object.keys(OWN_FORMS));
    const [form] = formsOf(readModule("a.tsx", "const a = <form onSubmit={b} />;"));
    expect(form && usesFormProps(form)).toBe(false);
  });
});

const parsed = new WeakMap<Module, ts.SourceFile>();

function parse(module: Module): ts.SourceFile {
  const file = parsed.get(module) ?? ts.createSourceFile(module.path, module.text, ts.ScriptTarget.Latest, true);
  parsed.set(module, file);
  return file;
}

const topLevel = (module: Module): readonly ts.Statement[] => [...parse(module).statements];

function declarationsIn(statement: ts.Statement): readonly ts.VariableDeclaration[] {
  return ts.isVariableStatement(statement) ? statement.declarationList.declarations : [];
}

function isArrowWithBody(statement: ts.Statement): boolean {
  return declarationsIn(statement).some(
    ({ initializer }) => initializer && ts.isArrowFunction(initializer) && ts.isBlock(initializer.body),
  );
}

const isWork = (statement: ts.Statement): boolean =>
  ts.isExpressionStatement(statement) || ts.isIfStatement(statement) || ts.isIterationStatement(statement, false);

function isState(statement: ts.Statement): boolean {
  if (!ts.isVariableStatement(statement)) return false;
  if ((statement.declarationList.flags & ts.NodeFlags.Let) !== 0) return true;
  return declarationsIn(statement).some(
    ({ initializer }) =>
      initializer &&
      ts.isNewExpression(initializer) &&
      (initializer.arguments ?? []).length === 0 &&
      /^(?:Weak)?(?:Map|Set)$/.test(initializer.expression.getText()),
  );
}

/** The names of called functions and methods; of `a.each(…)(…)`, also `a`. */
function calledNames(module: Module): string[] {
  const names: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node)) {
      const { expression } = node;
      if (ts.isIdentifier(expression)) names.push(expression.text);
      if (ts.isPropertyAccessExpression(expression)) {
        names.push(expression.name.text);
        if (ts.isIdentifier(expression.expression)) names.push(expression.expression.text);
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(parse(module));
  return names;
}

function formsOf(module: Module): (ts.JsxOpeningElement | ts.JsxSelfClosingElement)[] {
  const forms: (ts.JsxOpeningElement | ts.JsxSelfClosingElement)[] = [];
  const visit = (node: ts.Node): void => {
    const isElement = ts.isJsxOpeningElement(node) || ts.isJsxSelfClosingElement(node);
    if (isElement && node.tagName.getText() === "form") forms.push(node);
    ts.forEachChild(node, visit);
  };
  visit(parse(module));
  return forms;
}

function usesFormProps({ attributes }: ts.JsxOpeningElement | ts.JsxSelfClosingElement): boolean {
  const isFormProps = (node: ts.Node): boolean =>
    (ts.isIdentifier(node) && node.text === "formProps") ||
    ts.forEachChild(node, (child) => isFormProps(child) || undefined) === true;
  return isFormProps(attributes);
}
