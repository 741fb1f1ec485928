import { expect, test } from "bun:test";

const OTHERS = {
  "votes/ballot-form.tsx": "has only checkboxes",
  "listening/bookmark-form.tsx": "its text is kept while it's closed",
};

test("every form uses `useForm`", async () => {
  const parts = [...new Bun.Glob("**/*.tsx").scanSync("src/web")].filter((part) => !part.endsWith(".test.tsx"));
  const texts = await Promise.all(parts.map((part) => Bun.file(`src/web/${part}`).text()));
  const forms = parts.filter((_, at) => /<form\b/.test(texts[at] ?? ""));
  const others = forms.filter((part) => !/\{\.\.\.(?:\w+\.)?formProps\}/.test(texts[parts.indexOf(part)] ?? ""));
  expect(forms.length).toBeGreaterThan(30);
  expect(others.toSorted()).toEqual(Object.keys(OTHERS).toSorted());
});
