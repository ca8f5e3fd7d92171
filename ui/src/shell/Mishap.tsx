/** What is shown in place of a view whose code cannot be loaded, or that fails by itself. */
import { Component, type ReactNode, useEffect, useState } from "react";
import { noticeAway, useReachEpoch } from "../api/reach";
import { Empty } from "../design/Notice";

interface MishapProps {
  /** Which view it is around: another one is tried anew. */
  path: string;
  children: ReactNode;
}

/** Catches what goes wrong in a view, so that the frame around it stays. */
export class Mishap extends Component<MishapProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override componentDidUpdate(before: MishapProps): void {
    if (this.state.failed && before.path !== this.props.path) this.setState({ failed: false });
  }

  override render(): ReactNode {
    return this.state.failed ? <NotShown /> : this.props.children;
  }
}

/** A view is loaded when it is first shown, which fails while the server is away: once it is back, the page is loaded again. */
function NotShown() {
  const epoch = useReachEpoch();
  const [first] = useState(epoch);
  useEffect(() => void fetch("/health/live").catch(noticeAway), []);
  useEffect(() => {
    if (epoch !== first) window.location.reload();
  }, [epoch, first]);
  return (
    <Empty title="This view cannot be shown" sign="warning" isPage>
      <p>It could not be loaded from the server, or failed.</p>
      <button type="button" className="button" onClick={() => window.location.reload()}>
        Load the page again
      </button>
    </Empty>
  );
}
