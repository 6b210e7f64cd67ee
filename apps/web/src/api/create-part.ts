import { loadPart } from './load-part.ts';

/** A part that is loaded once; a load that has failed is retried by the next. loaded: undefined until it is there. */
export function createPart<T>(fetchScript: () => Promise<T>) {
  let loaded: T | undefined;
  let loading: Promise<T> | undefined;
  const load = async () => {
    try {
      loaded = await loadPart(fetchScript);
      return loaded;
    } catch (error) {
      loading = undefined;
      throw error;
    }
  };
  return {
    loaded: () => loaded,
    load: () => {
      loading ??= load();
      return loading;
    },
  };
}
