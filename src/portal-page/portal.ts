import type { Language } from './messages/language.ts';
import type { Browser } from './page-context.ts';

/** What parts that are made of elements of the document are made with, until `signal` aborts. */
export interface Showing {
  readonly portal: Browser & { readonly language: Language };
  readonly signal: AbortSignal;
}
