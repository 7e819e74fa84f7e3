import { addressOf } from '../dom/base-path.ts';
import { GraphError } from './graph-error.ts';
import type { KeyStore } from './key-store.ts';

/** The key of the visitor, and what happens when the service refuses it. */
export interface Keys {
  readonly store: KeyStore;
  /** Tells the visitor that the key was refused and is forgotten; returns the message. */
  readonly onRefused: () => string;
}

/** The code of the error of a refused key. */
export const keyRefused = 'UNAUTHORIZED';

/**
 * Sends a request with the key of the visitor where there is one. Where the service refuses the key (401), forgets it and throws a
 * GraphError with the code `keyRefused`.
 */
export async function sendWithKey(
  { store, onRefused }: Keys,
  address: string,
  { headers, ...request }: Omit<RequestInit, 'headers'> & { readonly headers?: Readonly<Record<string, string>> },
): Promise<Response> {
  const key = store.read();
  const authorization = key === undefined ? {} : { authorization: `Apikey ${key}` };
  const response = await fetch(addressOf(address), { ...request, headers: { ...headers, ...authorization } });
  if (response.status !== 401 || key === undefined) return response;
  // another tab or request may have stored another key meanwhile
  if (store.read() === key) store.write(undefined);
  throw new GraphError(onRefused(), keyRefused);
}
