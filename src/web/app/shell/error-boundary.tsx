import { Component, type ErrorInfo, type ReactNode } from "react";

import { logProblem } from "#web/lib/browser/log.ts";
import { Spinner } from "#web/ui/feedback/skeleton.tsx";
import { Button } from "#web/ui/forms/button.tsx";
import { MouseImage } from "#web/ui/images/mouse-image.tsx";

import { reloadAfterUpgrade } from "./reload-after-upgrade.ts";

type Props = {
  children: ReactNode;
  /** True outside the shell, where nothing else is the main landmark. */
  isWholePage?: boolean;
  /** True if a reload would interrupt nothing. Without it, the page never reloads automatically. */
  canReload?: () => boolean;
};

type State = { hasFailed: boolean; isReloading: boolean };

export class ErrorBoundary extends Component<Props, State> {
  override state = { hasFailed: false, isReloading: false };

  static getDerivedStateFromError(): Partial<State> {
    return { hasFailed: true };
  }

  override componentDidCatch(error: Error, info: ErrorInfo): void {
    logProblem("The page crashed", { error, stack: info.componentStack });
    if (!isChunkLoadError(error)) return;
    this.tryReload();
    // once online, the chunk can be loaded
    addEventListener("online", this.tryReload);
  }

  override componentWillUnmount(): void {
    removeEventListener("online", this.tryReload);
  }

  tryReload = (): void => {
    if (this.props.canReload?.()) void this.reload();
  };

  async reload(): Promise<void> {
    this.setState({ isReloading: true });
    this.setState({ isReloading: await reloadAfterUpgrade() });
  }

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children;
    if (this.state.isReloading) return <Spinner className="min-h-[50dvh]" />;
    const Frame = this.props.isWholePage ? "main" : "div";
    return (
      <Frame>
        <div
          role="alert"
          className="mx-auto flex min-h-[60dvh] max-w-lg flex-col items-center justify-center gap-4 p-6 text-center"
        >
          <MouseImage pose="spilled" className="size-32" />
          <h1 className="text-3xl">The mouse lost the page</h1>
          <p className="text-ink-soft">
            This page couldn't be loaded. Check your connection, then reload. If it happens again, tell an admin.
            Everything you saved is safe.
          </p>
          <div className="flex flex-wrap justify-center gap-3">
            <Button variant="primary" onClick={() => location.reload()}>
              Reload the page
            </Button>
            <Button onClick={() => location.assign("/")}>Go to Home</Button>
          </div>
        </div>
      </Frame>
    );
  }
}

/** Whether a chunk didn't load: offline, or removed by an upgrade. The message differs between browsers. */
function isChunkLoadError(error: unknown): boolean {
  return error instanceof TypeError && /dynamically imported|importing a module script/i.test(error.message);
}
