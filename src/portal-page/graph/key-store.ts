/** Keeps the visitor's API key until the tab is closed. */
export interface KeyStore {
  read(): string | undefined;
  /** Undefined forgets the key. */
  write(key: string | undefined): void;
}

const name = 'catalograph.key';

/** Creates the store of the visitor's key. */
export const createKeyStore = (storage: Storage): KeyStore => ({
  read: () => storage.getItem(name) ?? undefined,
  write: (key) => {
    if (key === undefined) storage.removeItem(name);
    else storage.setItem(name, key);
  },
});
