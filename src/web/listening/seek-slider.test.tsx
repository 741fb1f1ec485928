import { expect, test } from "bun:test";

import { fireEvent, render, screen } from "@testing-library/react";

import { SeekSliders } from "./seek-slider.tsx";

const chapters = [
  { title: "One", start: 0 },
  { title: "Two", start: 1000 },
];

function renderSlider(name = "Seek in the whole book") {
  const seeks: number[] = [];
  render(
    <SeekSliders position={500} duration={3000} chapters={chapters} onSeek={(seconds) => void seeks.push(seconds)} />,
  );
  return { sought: seeks, slider: screen.getByRole("slider", { name }) as HTMLInputElement };
}

test("dragging shows the target, and seeks on release", () => {
  const { sought, slider } = renderSlider();
  fireEvent.pointerDown(slider);
  for (const value of [700, 1200, 1500]) fireEvent.change(slider, { target: { value } });
  expect(sought).toEqual([]);
  expect(slider.getAttribute("aria-valuetext")).toBe("25 minutes of 50 minutes, Two");
  fireEvent.pointerUp(slider);
  expect(sought).toEqual([1500]);
});

test("a thumb pressed without moving doesn't seek", () => {
  const { sought, slider } = renderSlider();
  fireEvent.pointerDown(slider);
  fireEvent.pointerUp(slider);
  expect(sought).toEqual([]);
});

test("a key press seeks immediately", () => {
  const { sought, slider } = renderSlider();
  fireEvent.change(slider, { target: { value: 501 } });
  expect(sought).toEqual([501]);
});

test("the large slider shows the chapter, the thin one the book", () => {
  const { sought, slider } = renderSlider("Seek in this chapter");
  expect([slider.min, slider.max, slider.step, slider.value]).toEqual(["0", "1000", "1", "500"]);
  expect(slider.getAttribute("aria-valuetext")).toBe("8 minutes 20 seconds of 16 minutes 40 seconds, One");
  const bookSlider = screen.getByRole("slider", { name: "Seek in the whole book" }) as HTMLInputElement;
  expect([bookSlider.min, bookSlider.max, bookSlider.step]).toEqual(["0", "3000", "1"]);
  fireEvent.change(slider, { target: { value: 900 } });
  expect(sought).toEqual([900]);
});

test("a drag that becomes a scroll doesn't seek", () => {
  const { sought, slider } = renderSlider();
  fireEvent.pointerDown(slider);
  fireEvent.change(slider, { target: { value: 1510 } });
  expect(screen.getByText("25:10")).toBeTruthy();
  expect(screen.getByText("· Two")).toBeTruthy();
  fireEvent.pointerCancel(slider);
  expect(sought).toEqual([]);
  expect(screen.queryByText("25:10")).toBeNull();
});

test("a book without chapters has one slider", () => {
  render(<SeekSliders position={5} duration={3000} chapters={[]} onSeek={() => undefined} />);
  expect(screen.getAllByRole("slider").map((slider) => slider.getAttribute("aria-label"))).toEqual(["Seek"]);
});
