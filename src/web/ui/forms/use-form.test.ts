import { expect, test } from "bun:test";

const FORMS_WITHOUT_PROPS = {
  "votes/ballot-form.tsx": "has only checkboxes",
  "listening/bookmark-list.tsx": "its text is kept while it's closed",
};

test("every form uses `useForm`", async () => {
  const componentFiles = [...new Bun.Glob("**/*.tsx").scanSync("src/web")].filter(
    (part) => !part.endsWith(".test.tsx"),
  );
  const texts = await Promise.all(componentFiles.map((part) => Bun.file(`src/web/${part}`).text()));
  const forms = componentFiles.filter((_, at) => /<form\b/.test(texts[at] ?? ""));
  const otherForms = forms.filter(
    (part) => !/\{\.\.\.(?:\w+\.)?formProps\}/.test(texts[componentFiles.indexOf(part)] ?? ""),
  );
  expect(forms.length).toBeGreaterThan(30);
  expect(otherForms.toSorted()).toEqual(Object.keys(FORMS_WITHOUT_PROPS).toSorted());
});
