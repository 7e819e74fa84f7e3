import DataLoader from 'dataloader';

/** The DataLoaders of one request by name, each created on first use. */
export interface Loaders {
  /** The loader of a name; `batch` loads all of its keys with one statement. */
  of<V>(name: string, batch: (keys: readonly string[]) => Promise<readonly V[]>): DataLoader<string, V>;
  /** Clears all cached results. */
  clear(): void;
}

/** Creates the loaders of a request, without any cached results. */
export function createLoaders(): Loaders {
  const loaders = new Map<string, unknown>();
  return {
    of<V>(name: string, batch: (keys: readonly string[]) => Promise<readonly V[]>) {
      const known = loaders.get(name);
      if (known instanceof DataLoader) return known as DataLoader<string, V>;
      const loader = new DataLoader<string, V>(batch);
      loaders.set(name, loader);
      return loader;
    },
    clear: () => {
      loaders.clear();
    },
  };
}
