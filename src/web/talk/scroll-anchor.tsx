import { Component, createRef, type ReactNode } from "react";

type AnchorSnapshot = { entry: Element; top: number } | null;

/** Keeps the scroll position when notes are inserted above, for browsers without CSS `overflow-anchor`. */
export class ScrollAnchor extends Component<{ children: ReactNode }> {
  readonly #list = createRef<HTMLDivElement>();

  override getSnapshotBeforeUpdate(): AnchorSnapshot {
    if (CSS.supports("overflow-anchor: auto") || scrollY === 0) return null;
    for (const entry of this.#list.current?.querySelectorAll("li") ?? []) {
      const { top, bottom } = entry.getBoundingClientRect();
      if (bottom > 0) return { entry, top };
    }
    return null;
  }

  override componentDidUpdate(_props: unknown, _state: unknown, snapshot: AnchorSnapshot): void {
    if (snapshot?.entry.isConnected) scrollBy(0, snapshot.entry.getBoundingClientRect().top - snapshot.top);
  }

  override render() {
    return <div ref={this.#list}>{this.props.children}</div>;
  }
}
