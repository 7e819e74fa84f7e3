import type { AnswerError, GraphClient, KeyStore, Submission } from './graph-client.ts';
import type { Language } from './messages/language.ts';

/** What views are built with. */
export interface Portal {
  readonly graph: GraphClient;
  readonly keys: KeyStore;
  /** Sends answers to a form. Returns what is wrong with them; nothing once they are stored. */
  readonly submit: (submission: Submission) => Promise<readonly AnswerError[]>;
  /** Fetches something of this server with the key of the visitor. */
  readonly fetch: (address: string) => Promise<Response>;
  /** Sets the language of the portal, and returns its messages and formats. */
  readonly speak: (code: string) => Language;
  /** The language that was set last. */
  readonly language: () => Language;
  /** Shows another address of the page. */
  readonly navigate: (path: string) => void;
  /** Asks the visitor for a key. */
  readonly askForKey: () => void;
  /** Shows a note above the view until another one is shown. */
  readonly notify: (text: string) => void;
  /** Has screen readers say a text. */
  readonly announce: (text: string) => void;
}

/** A part of the page that fills its main landmark. */
export interface View {
  /** The title of the document. */
  readonly title: string;
  /** The content; its first heading receives the focus after a navigation. */
  readonly content: readonly Node[];
  /** What screen readers say once the content is there; default: the title. */
  readonly announcement?: string;
}

/** Where a view is shown, until `signal` aborts. */
export interface Showing {
  readonly portal: Portal;
  readonly signal: AbortSignal;
}
