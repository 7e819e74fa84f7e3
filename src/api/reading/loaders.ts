import DataLoader from 'dataloader';

/** The batches of one request: one loader per question, made when the question is first asked. */
export interface Loaders {
  /** The loader of a question; `batch` answers all its keys in one statement. */
  of<V>(question: string, batch: (keys: readonly string[]) => Promise<readonly V[]>): DataLoader<string, V>;
  /** Forgets every answer. */
  clear(): void;
}

/** A request's own set of loaders, empty. */
export function createLoaders(): Loaders {
  const loaders = new Map<string, unknown>();
  return {
    of<V>(question: string, batch: (keys: readonly string[]) => Promise<readonly V[]>) {
      const known = loaders.get(question);
      if (known instanceof DataLoader) return known as DataLoader<string, V>;
      const loader = new DataLoader<string, V>(batch);
      loaders.set(question, loader);
      return loader;
    },
    clear: () => {
      loaders.clear();
    },
  };
}
