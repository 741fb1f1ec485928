import { afterEach, beforeEach, expect, test } from "bun:test";

import { createStore } from "jotai";

import { storedTheme } from "#web/lib/browser/theme.ts";

import { themeAtom } from "./theme.ts";

const BAR_METAS = ["light", "dark"].map(
  (scheme) =>
    `<meta name="theme-color" data-scheme="${scheme}" media="(prefers-color-scheme: ${scheme})" content="#7a1f35" />`,
);
const listMedia = () =>
  [...document.querySelectorAll<HTMLMetaElement>("meta[name=theme-color]")].map((metaElement) => metaElement.media);

beforeEach(() => document.head.insertAdjacentHTML("beforeend", BAR_METAS.join("")));
afterEach(() => {
  createStore().set(themeAtom, "system");
  for (const metaElement of document.querySelectorAll("meta[name=theme-color]")) metaElement.remove();
});

test("colors the browser's bars by the theme, else by the device", () => {
  const store = createStore();
  store.set(themeAtom, "dark");
  expect(listMedia()).toEqual(["not all", "all"]);
  store.set(themeAtom, "light");
  expect(listMedia()).toEqual(["all", "not all"]);
  store.set(themeAtom, "system");
  expect(listMedia()).toEqual(["(prefers-color-scheme: light)", "(prefers-color-scheme: dark)"]);
});

test("is stored in a cookie, and cleared by the system theme", () => {
  const store = createStore();
  store.set(themeAtom, "dark");
  expect(storedTheme()).toBe("dark");
  store.set(themeAtom, "system");
  expect(storedTheme()).toBe("system");
});
