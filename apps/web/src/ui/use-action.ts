import { useRef, useState } from 'react';

/**
 * What a press does. run does nothing while it is under way, also before the next drawing, and returns undefined then.
 * act says itself what fails.
 */
export function useAction<Values extends readonly unknown[], Result>(act: (...values: Values) => Promise<Result>) {
  const isRunning = useRef(false);
  const [isBusy, setIsBusy] = useState(false);
  const run = async (...values: Values): Promise<Result | undefined> => {
    if (isRunning.current) return undefined;
    isRunning.current = true;
    setIsBusy(true);
    try {
      return await act(...values);
    } finally {
      isRunning.current = false;
      setIsBusy(false);
    }
  };
  return { isBusy, run };
}
