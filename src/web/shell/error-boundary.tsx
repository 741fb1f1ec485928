import { Component, type ErrorInfo, type ReactNode } from "react";

import { logProblem } from "#web/lib/log.ts";
import { Button } from "#web/ui/button.tsx";
import { MousePicture } from "#web/ui/mouse-picture.tsx";

import { OpeningEnd } from "./opening-end.tsx";

type Props = {
  children: ReactNode;
  /** True outside the shell, where nothing else is the main landmark. */ isWholePage?: boolean;
};

/** Shows a way on when a page breaks, instead of a white screen. */
export class ErrorBoundary extends Component<Props, { failed: boolean; isUnfetched: boolean }> {
  override state = { failed: false, isUnfetched: false };

  static getDerivedStateFromError(error: unknown): { failed: boolean; isUnfetched: boolean } {
    return { failed: true, isUnfetched: isUnfetched(error) };
  }

  override componentDidCatch(error: Error, info: ErrorInfo): void {
    logProblem("The page broke", { error, stack: info.componentStack });
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    const Frame = this.props.isWholePage ? "main" : "div";
    return (
      <Frame>
        <OpeningEnd />
        <div
          role="alert"
          className="mx-auto flex min-h-[60dvh] max-w-lg flex-col items-center justify-center gap-4 p-6 text-center"
        >
          <MousePicture doing="spilled" className="size-32" />
          <h1 className="text-3xl">The mouse lost the page</h1>
          <p className="text-ink-soft">
            {this.state.isUnfetched
              ? "This page could not be fetched. Check your connection, then reload. What you saved is safe."
              : "Something went wrong while showing this page. What you saved is safe. Please reload; if it happens again, tell an admin what you were doing."}
          </p>
          <div className="flex flex-wrap justify-center gap-3">
            <Button onClick={() => location.reload()}>Reload the page</Button>
            <Button look="quiet" onClick={() => location.assign("/")}>
              Go to Home
            </Button>
          </div>
        </div>
      </Frame>
    );
  }
}

/** True when a part of the app did not come: offline, or gone since the club was upgraded. Each browser says it differently. */
function isUnfetched(error: unknown): boolean {
  return error instanceof TypeError && /dynamically imported|importing a module script/i.test(error.message);
}
