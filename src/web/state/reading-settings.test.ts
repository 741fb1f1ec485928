import { expect, spyOn, test } from "bun:test";

import { createStore } from "jotai";

import { writeStored } from "#web/lib/browser/device-storage.ts";

import { readingSettingsAtom } from "./reading-settings.ts";

test("stores settings, and takes over another tab's", () => {
  const store = createStore();
  const close = store.sub(readingSettingsAtom, () => undefined);
  const settings = store.get(readingSettingsAtom);
  store.set(readingSettingsAtom, { ...settings, size: 22 });
  expect(localStorage.getItem("reader.settings")).toBe(JSON.stringify({ ...settings, size: 22 }));
  const newValue = JSON.stringify({ ...settings, size: 32 });
  dispatchEvent(new StorageEvent("storage", { key: "reader.settings", newValue, storageArea: localStorage }));
  expect(store.get(readingSettingsAtom).size).toBe(32);
  close();
  writeStored("reader.settings", null);
});

test("keeps settings that a full device can't store", () => {
  const setItem = spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("Quota exceeded.", "QuotaExceededError");
  });
  const store = createStore();
  const openReader = () => store.sub(readingSettingsAtom, () => undefined);
  const closeReader = openReader();
  const settings = { ...store.get(readingSettingsAtom), size: 25 };
  store.set(readingSettingsAtom, settings);
  closeReader();
  openReader()();
  expect(store.get(readingSettingsAtom)).toEqual(settings);
  setItem.mockRestore();
  writeStored("reader.settings", null);
});
