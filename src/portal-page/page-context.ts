import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Account } from './account.ts';
import type { PortalShellQuery } from './generated/operations.ts';
import type { GraphClient, KeyStore } from './graph-client.ts';
import type { Language } from './messages/language.ts';
import { GraphError } from './reader.ts';
import type { MapTiles } from './rendering.ts';

/** What all views know. */
export interface Page {
  /** The address of the page, without the path at which the service is. */
  readonly url: URL;
  readonly language: Language;
  /** The languages that the page speaks (ISO 639-1). */
  readonly languages: readonly string[];
  readonly settings: PortalShellQuery['portalSettings'];
  readonly account: Account;
  /** The path of a file of the page, such as `land.svg`. */
  readonly asset: (name: string) => string;
  /** The tiles below maps; undefined for the outline of the land. */
  readonly mapTiles?: MapTiles | undefined;
  /** The address of a path of this server, which begins with a slash; any other address unchanged. */
  readonly addressOf: (path: string) => string;
  /** What the browser does; undefined while the server renders. Event handlers and effects run in the browser only. */
  readonly browser: Browser | undefined;
}

/** What views do in the browser. */
export interface Browser {
  readonly graph: GraphClient;
  readonly keys: KeyStore;
  /** Fetches something of this server with the key of the visitor. */
  readonly fetch: (address: string) => Promise<Response>;
  /** Shows another address of the page. */
  readonly navigate: (path: string) => void;
  /** Reads the view again and shows it. */
  readonly reload: () => void;
  /** Asks the visitor for a key. */
  readonly askForKey: () => void;
  /** Shows a note above the view until another one is shown. */
  readonly notify: (text: string) => void;
  /** Has screen readers say a text. */
  readonly announce: (text: string) => void;
}

/** Provides the page to its components. */
export const PageContext = createContext<Page | undefined>(undefined);

/** The page that a component is part of. */
export function usePage(): Page {
  const page = useContext(PageContext);
  if (page === undefined) throw new Error('A component of the page is outside of it.');
  return page;
}

/** Whether the service knows the visitor, by a session or by a key. */
export const isIdentified = ({ account, browser }: Page): boolean =>
  account.username !== undefined || browser?.keys.read() !== undefined;

/** The language of the page. */
export const useLanguage = (): Language => usePage().language;

/** The message of an error to people: the text of its code in their language, else the message of the service. */
export function messageOf({ find }: Language, error: unknown): string {
  // `fetch` fails so where no server is reached
  if (error instanceof TypeError) return find('errors.OFFLINE') ?? error.message;
  if (!(error instanceof GraphError)) return error instanceof Error ? error.message : String(error);
  const { code, message, details } = error;
  const seconds = Number(details['seconds'] ?? 60);
  return find(`errors.${code}`, { count: seconds, message }) ?? message;
}
