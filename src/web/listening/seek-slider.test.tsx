import { expect, test } from "bun:test";

import { fireEvent, render, screen } from "@testing-library/react";

import { SeekSlider } from "./seek-slider.tsx";

const chapters = [
  { title: "One", start: 0 },
  { title: "Two", start: 1000 },
];

function show() {
  const sought: number[] = [];
  render(<SeekSlider position={500} duration={3000} chapters={chapters} onSeek={(at) => void sought.push(at)} />);
  return { sought, slider: screen.getByRole("slider", { name: "Seek" }) as HTMLInputElement };
}

test("a held thumb shows where it would go, and goes there when it is let go", () => {
  const { sought, slider } = show();
  fireEvent.pointerDown(slider);
  for (const value of [700, 1200, 1500]) fireEvent.change(slider, { target: { value } });
  expect(sought).toEqual([]);
  expect(slider.getAttribute("aria-valuetext")).toBe("25 minutes of 50 minutes, chapter 2");
  fireEvent.pointerUp(slider);
  expect(sought).toEqual([1500]);
});

test("a thumb that is held and not moved goes nowhere", () => {
  const { sought, slider } = show();
  fireEvent.pointerDown(slider);
  fireEvent.pointerUp(slider);
  expect(sought).toEqual([]);
});

test("a key goes at once", () => {
  const { sought, slider } = show();
  fireEvent.change(slider, { target: { value: 501 } });
  expect(sought).toEqual([501]);
});
