import { Sign } from "../design/icons";
import { type Camera, ZOOM_IN, ZOOM_OUT } from "./useCamera";

interface ZoomButtonsProps {
  camera: Camera;
  /** Whether the map of the graph is shown; it covers what lies in its corner, so it is there when it is wanted. */
  mapped: boolean;
  onMap: () => void;
}

/** The buttons in the corner of a graph that zoom and fit it, and show a map of it. */
export function ZoomButtons({ camera, mapped, onMap }: ZoomButtonsProps) {
  const buttons = [
    { name: "Zoom in", key: "+", sign: "plus", act: () => camera.zoom(ZOOM_IN) },
    { name: "Zoom out", key: "-", sign: "minus", act: () => camera.zoom(ZOOM_OUT) },
    { name: "Fit the graph", key: "f", sign: "fit", act: () => camera.fit() },
  ] as const;
  return (
    <div className="zoom" role="group" aria-label="View">
      {buttons.map(({ name, key, sign, act }) => (
        <button key={key} type="button" className="button" aria-label={name} title={`${name} (${key})`} onClick={act}>
          <Sign name={sign} />
        </button>
      ))}
      <button
        type="button"
        className="button map-button"
        aria-label="Map of the graph"
        aria-pressed={mapped}
        title="Map of the graph (m)"
        onClick={onMap}
      >
        <Sign name="map" />
      </button>
    </div>
  );
}
