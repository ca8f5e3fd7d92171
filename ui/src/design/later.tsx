/** Components whose code is loaded when they are first shown. */
import { type ComponentType, useEffect, useState } from "react";
import { Waiting } from "./Notice";

/**
 * What `lazy` of React does, without its pause: React shows what stands in for a component for at least 300 ms, even where
 * the code is there after 50.
 */
export function later<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  let loaded: ComponentType<P> | null = null;
  return function Later(props: P) {
    const [Loaded, setLoaded] = useState(() => loaded);
    const [failure, setFailure] = useState<{ error: unknown } | null>(null);
    useEffect(() => {
      if (loaded) return;
      load().then(
        (component) => {
          loaded = component;
          setLoaded(() => component);
        },
        (error: unknown) => setFailure({ error }),
      );
    }, []);
    // It is for the nearest boundary of errors to tell.
    if (failure) throw failure.error;
    return Loaded ? <Loaded {...props} /> : <Waiting />;
  };
}
