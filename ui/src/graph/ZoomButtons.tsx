import { Sign } from "../design/icons";
import { type Camera, ZOOM_IN, ZOOM_OUT } from "./useCamera";

/** The buttons in the corner of a graph that zoom and fit it. */
export function ZoomButtons({ camera }: { camera: Camera }) {
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
    </div>
  );
}
