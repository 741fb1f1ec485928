import { afterEach, beforeEach, expect } from "bun:test";

import { act, screen, waitFor } from "@testing-library/react";

import { openDashboard } from "./admin-web.tsx";
import { acceptUpload, type FakeRequest, fakeUploads } from "./fake-upload.ts";

/** The dashboard's forms for files; a test responds to their uploads. New for each test. */
export function uploadPage() {
  let uploads: ReturnType<typeof fakeUploads>;
  beforeEach(() => {
    uploads = fakeUploads();
  });
  afterEach(() => uploads.restore());
  /** The latest request, which has this method. */
  const request = (method = "POST"): Promise<FakeRequest> =>
    waitFor(() => {
      const lastRequest = uploads.requests.at(-1);
      if (lastRequest?.method !== method) throw new Error(`No ${method} was sent`);
      return lastRequest;
    });
  return {
    requests: () => uploads.requests,
    request,
    /** The request with a book's bytes. */
    bytes: async (): Promise<FakeRequest> => {
      const firstRequest = await request();
      expect(firstRequest.path).toBe("/api/uploads");
      act(() => acceptUpload(firstRequest));
      return request("PATCH");
    },
  };
}

export const offer = { title: "", author: "", narrator: "", seconds: null, duration: "", chapters: [], cover: null };
export const file = (name: string, type = "") => new File(["bytes of the file"], name, { type });

/** Opens a tab of the dashboard and picks a file there. */
export async function choose(
  tab: "ebook" | "audiobook" | "book",
  pickedFile: File,
  api: Parameters<typeof openDashboard>[1] = {},
) {
  const app = openDashboard(tab, api);
  const label = { ebook: "eBook file", audiobook: "Audiobook file", book: "Cover file" }[tab];
  const input = await screen.findByLabelText(label);
  // any file can be dropped: `accept` only filters the browser's dialog
  input.removeAttribute("accept");
  await app.user.upload(input, pickedFile);
  return app;
}

/** In a toast and on the page. */
export const expectTwice = (text: string) => waitFor(() => expect(screen.getAllByText(text)).toHaveLength(2));
