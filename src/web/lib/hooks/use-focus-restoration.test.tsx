import { expect, test } from "bun:test";

import { act, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useRef, useState } from "react";

import { useFocusRestoration } from "./use-focus-restoration.ts";

/** A list whose entries disappear when pressed, and a button that is busy for a moment. */
function Sample({ work, isOnce = false }: { work: Promise<void>; isOnce?: boolean }) {
  const containerRef = useRef<HTMLDivElement>(null);
  const [names, setNames] = useState(["first", "second", "third"]);
  const [isBusy, setIsBusy] = useState(false);
  const [isSaved, setIsSaved] = useState(false);
  useFocusRestoration(containerRef, isBusy);
  const save = async () => {
    setIsBusy(true);
    await work;
    setIsBusy(false);
    setIsSaved(isOnce);
  };
  return (
    <div ref={containerRef}>
      <ul>
        {names.map((name) => (
          <li key={name}>
            <button type="button" onClick={() => setNames(names.filter((each) => each !== name))}>
              {name}
            </button>
          </li>
        ))}
      </ul>
      <button type="button" disabled={isBusy || isSaved} onClick={() => void save()}>
        Save
      </button>
    </div>
  );
}

/** Browsers take the focus off a disabled button. @param parent the hook observes the body, but not the document */
function loseFocus(parent: Element = document.body): void {
  const otherButton = parent.appendChild(document.createElement("button"));
  otherButton.focus();
  otherButton.remove();
}

const focusedText = () => document.activeElement?.textContent;

test("moves focus to the next element, or the previous at the end", async () => {
  const user = userEvent.setup();
  render(<Sample work={Promise.resolve()} />);
  screen.getByRole("button", { name: "second" }).focus();
  await user.keyboard("{Enter}");
  await waitFor(() => expect(focusedText()).toBe("third"));
  await user.keyboard("{Enter}");
  await waitFor(() => expect(focusedText()).toBe("first"));
  await user.keyboard("{Enter}");
  await waitFor(() => expect(focusedText()).toBe("Save"));
});

async function pressSave(isOnce = false) {
  const user = userEvent.setup();
  const { promise, resolve } = Promise.withResolvers<void>();
  render(<Sample work={promise} isOnce={isOnce} />);
  const save = screen.getByRole("button", { name: "Save" });
  save.focus();
  await user.keyboard("{Enter}");
  return { user, resolve, save };
}

test("restores focus that the browser takes after the response", async () => {
  const { resolve, save } = await pressSave(true);
  await act(async () => resolve());
  loseFocus(document.documentElement);
  fireEvent.focusOut(save);
  await waitFor(() => expect(focusedText()).toBe("third"));
});

/** A press that leaves only a summary, as when a member becomes the host. */
function FoldedSample() {
  const containerRef = useRef<HTMLDivElement>(null);
  useFocusRestoration(containerRef, false);
  const [isHost, setHost] = useState(false);
  return (
    <div ref={containerRef}>
      <button type="button">I can't</button>
      {isHost ? (
        <details>
          <summary>You're hosting</summary>
          <button type="button">Inside</button>
        </details>
      ) : (
        <button type="button" onClick={() => setHost(true)}>
          I'll host
        </button>
      )}
    </div>
  );
}

test("moves focus to the summary of what is folded away", async () => {
  const user = userEvent.setup();
  render(<FoldedSample />);
  screen.getByRole("button", { name: "I'll host" }).focus();
  await user.keyboard("{Enter}");
  await waitFor(() => expect(focusedText()).toBe("You're hosting"));
});

/** Each entry's button is replaced by its form, above a link. */
function FormSample() {
  const containerRef = useRef<HTMLDivElement>(null);
  useFocusRestoration(containerRef, false);
  const [open, setOpen] = useState<string>();
  return (
    <div ref={containerRef}>
      {["first", "second"].map((name) => (
        <section key={name} aria-label={name}>
          <p>
            {open !== name && (
              <button type="button" onClick={() => setOpen(name)}>
                Reply
              </button>
            )}
          </p>
          {open === name && (
            <form>
              <button
                type="button"
                // oxlint-disable-next-line jsx-a11y/no-autofocus -- as forms that a button opens
                autoFocus
                onClick={() => setOpen(undefined)}
              >
                Cancel
              </button>
            </form>
          )}
          <a href="/shelf/1">A book</a>
        </section>
      ))}
    </div>
  );
}

test("returns to the very button that a form replaced", async () => {
  const user = userEvent.setup();
  render(<FormSample />);
  const getReplyButton = () =>
    within(screen.getByRole("region", { name: "second" })).getByRole("button", { name: "Reply" });
  getReplyButton().focus();
  await user.keyboard("{Enter}");
  await waitFor(() => expect(focusedText()).toBe("Cancel"));
  await user.keyboard("{Enter}");
  await waitFor(() => expect(document.activeElement === getReplyButton()).toBe(true));
});

/** The account's button is replaced while it has the focus, as when its menu loads. */
function LateButtonSample() {
  const containerRef = useRef<HTMLDivElement>(null);
  useFocusRestoration(containerRef, false);
  const [isLoaded, setLoaded] = useState(false);
  const [names, setNames] = useState(["first", "second", "third"]);
  return (
    <div ref={containerRef}>
      <header>
        <button
          key={String(isLoaded)}
          type="button"
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- as a menu that loads under the focus
          autoFocus={isLoaded}
          onClick={() => setLoaded(true)}
        >
          Account
        </button>
      </header>
      {names.map((name) => (
        <button key={name} type="button" onClick={() => setNames(names.filter((each) => each !== name))}>
          {name}
        </button>
      ))}
    </div>
  );
}

test("doesn't return to a replaced button that the focus left", async () => {
  const user = userEvent.setup();
  render(<LateButtonSample />);
  screen.getByRole("button", { name: "Account" }).focus();
  await user.keyboard("{Enter}");
  await waitFor(() => expect(focusedText()).toBe("Account"));
  await user.keyboard("{Tab}{Enter}");
  await waitFor(() => expect(focusedText()).toBe("second"));
});

/** Rows whose buttons have the same name. */
function SameNameSample() {
  const containerRef = useRef<HTMLUListElement>(null);
  useFocusRestoration(containerRef, false);
  const [names, setNames] = useState(["first", "second", "third", "fourth"]);
  return (
    <ul ref={containerRef}>
      {names.map((name) => (
        <li key={name} aria-label={name}>
          <button type="button" onClick={() => setNames(names.filter((each) => each !== name))}>
            Remove
          </button>
        </li>
      ))}
    </ul>
  );
}

test("moves to the next row each time, whatever its button's name", async () => {
  const user = userEvent.setup();
  render(<SameNameSample />);
  const focusedRowLabel = () => document.activeElement?.parentElement?.getAttribute("aria-label");
  screen.getAllByRole("button")[1]?.focus();
  await user.keyboard("{Enter}");
  await waitFor(() => expect(focusedRowLabel()).toBe("third"));
  await user.keyboard("{Enter}");
  await waitFor(() => expect(focusedRowLabel()).toBe("fourth"));
});

test("moves focus on when a dialog's opener was removed", async () => {
  render(<Sample work={Promise.resolve()} />);
  const secondButton = screen.getByRole("button", { name: "second" });
  secondButton.focus();
  const dialog = document.body.appendChild(document.createElement("div"));
  dialog.tabIndex = -1;
  dialog.focus();
  fireEvent.click(secondButton);
  await waitFor(() => expect(secondButton.isConnected).toBe(false));
  expect(document.activeElement === dialog).toBe(true);
  dialog.remove();
  await waitFor(() => expect(focusedText()).toBe("third"));
});

test("returns focus to a button that was disabled while saving", async () => {
  const { resolve, save } = await pressSave();
  loseFocus();
  expect(document.activeElement === document.body).toBe(true);
  resolve();
  await waitFor(() => expect(document.activeElement === save).toBe(true));
});

/** As a call that starts when its confirmation closes: the button is disabled before the hook is notified. */
function ConfirmedSample({ isDisabled }: { isDisabled: boolean }) {
  const containerRef = useRef<HTMLDivElement>(null);
  useFocusRestoration(containerRef, false, () => isDisabled);
  return (
    <div ref={containerRef}>
      <button type="button" disabled={isDisabled}>
        Delete
      </button>
      <button type="button">Other</button>
    </div>
  );
}

test("returns to the button whose confirmed call failed", async () => {
  const { rerender } = render(<ConfirmedSample isDisabled={false} />);
  screen.getByRole("button", { name: "Delete" }).focus();
  loseFocus();
  rerender(<ConfirmedSample isDisabled />);
  await act(async () => undefined);
  expect(document.activeElement === document.body).toBe(true);
  rerender(<ConfirmedSample isDisabled={false} />);
  await waitFor(() => expect(focusedText()).toBe("Delete"));
});

test("moves focus before a button that stays disabled", async () => {
  const { resolve, save } = await pressSave(true);
  loseFocus();
  await Promise.resolve();
  expect(document.activeElement === document.body).toBe(true);
  resolve();
  await waitFor(() => expect(focusedText()).toBe("third"));
  expect(save.matches(":disabled")).toBe(true);
});

test("doesn't restore focus after clicking elsewhere", async () => {
  const { user, resolve, save } = await pressSave();
  await user.pointer({ keys: "[MouseLeft]", target: document.body });
  loseFocus();
  resolve();
  await waitFor(() => expect(save.hasAttribute("disabled")).toBe(false));
  expect(document.activeElement === document.body).toBe(true);
});
