/** What can fail by itself: an answer without its picture is still an answer, a page that broke says so. */
import { Component, type ReactNode } from "react";

interface Props {
  children: ReactNode;
  otherwise: ReactNode;
}

export class Boundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override render(): ReactNode {
    return this.state.failed ? this.props.otherwise : this.props.children;
  }
}
