/** The panel beside a graph. */
import type { ReactNode } from "react";
import { Breakable } from "../design/Breakable";
import { Sign } from "../design/icons";
import "./panel.css";

export interface PanelProps {
  label?: string;
  wide?: boolean;
  children: ReactNode;
}

export function Panel({ label = "Details", wide = false, children }: PanelProps) {
  return (
    <aside className={wide ? "panel wide" : "panel"} aria-label={label}>
      {children}
    </aside>
  );
}

export interface PanelHeadProps {
  title: string;
  icon?: ReactNode;
  /** Closes what the panel shows; null where it cannot be closed. */
  onClose: (() => void) | null;
  /** What stands below the title. */
  children?: ReactNode;
}

export function PanelHead({ title, icon, onClose, children }: PanelHeadProps) {
  return (
    <div className="panel-head">
      <div className="row">
        {icon}
        <h2 className="grow">
          <Breakable name={title} />
        </h2>
        {onClose && (
          <button type="button" className="button plain" aria-label="Close the details" onClick={onClose}>
            <Sign name="close" />
          </button>
        )}
      </div>
      {children}
    </div>
  );
}
