import { expect, it } from "bun:test";

import { type TObject, Type } from "@sinclair/typebox";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";

import { useForm } from "./use-form.ts";

it("sends a form once, however often it is pressed before its schema loads", async () => {
  const { promise: schema, resolve } = Promise.withResolvers<TObject>();
  const sent: unknown[] = [];
  function Form() {
    const { formProps } = useForm({
      schema: () => schema,
      base: { name: "Nora" },
      onSubmit: (values) => sent.push(values),
    });
    return (
      <form {...formProps}>
        <button>Send</button>
      </form>
    );
  }
  render(<Form />);
  await userEvent.dblClick(screen.getByText("Send"));
  resolve(Type.Object({ name: Type.String() }));
  await waitFor(() => expect(sent).toEqual([{ name: "Nora" }]));
  await userEvent.click(screen.getByText("Send"));
  await waitFor(() => expect(sent).toHaveLength(2));
});
