import { useAnswer } from "./useAnswer";

/** Whether events wait to be read, so that what is not found may still come. It is asked only where that matters. */
export function useBehind(matters: boolean): boolean {
  const { answer } = useAnswer("/api/v1/status", matters ? {} : null);
  return (answer?.lag?.bytes ?? 0) > 0;
}
