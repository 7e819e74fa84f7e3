import type { ComponentType, VNode } from 'preact';
import type { Address } from './address.ts';
import type { Language } from './messages/language.ts';
import type { Page } from './page-context.ts';
import type { Reader } from './reader.ts';
import type { Removal } from './rendering.ts';

/** What is read for a view. */
export interface ViewRequest {
  readonly reader: Reader;
  readonly language: Language;
  readonly signal: AbortSignal | undefined;
}

/** The head of the document of a view. */
export interface Head {
  readonly title: string;
  /** A text of one or two sentences for search engines and previews. */
  readonly description?: string | undefined;
  /** The path that names the page, without what only changes its presentation. Default: none. */
  readonly canonicalPath?: string | undefined;
  /** The kind of the page (Open Graph). Default: `website`. */
  readonly type?: 'website' | 'article';
  /** The path or address of a picture for previews. */
  readonly image?: string | undefined;
  /** Whether search engines leave the page out. */
  readonly isHidden?: boolean;
  /** Other forms of the page, such as feeds, by their media types. */
  readonly alternates?: readonly { readonly type: string; readonly href: string; readonly title?: string }[];
  /** The way from the start to the page, which search engines show in place of its address; the page is the last. */
  readonly trail?: readonly { readonly name: string; readonly path: string }[];
  /** What screen readers say once the view is shown. Default: the title. */
  readonly announcement?: string;
}

/** A view of the page: how its data are read, what its head says, and how it is shown, on the server and in the browser. */
export interface View<At extends Address, Data> {
  /** Reads the data; undefined where nothing is at the address. */
  readonly load: (request: ViewRequest, address: At) => Promise<Data | undefined>;
  readonly head: (data: Data, page: Page, address: At) => Head;
  readonly Body: ComponentType<{ readonly data: Data; readonly address: At }>;
}

/** A view with its data. */
export interface OpenedView {
  readonly head: (page: Page) => Head;
  readonly body: VNode;
  readonly isFound: boolean;
  /** What was removed from the address. */
  readonly removal?: Removal | undefined;
}

/** Reads the data of a view; undefined where nothing is at the address. */
export async function openView<At extends Address, Data>(
  { load, head, Body }: View<At, Data>,
  request: ViewRequest,
  address: At,
): Promise<OpenedView | undefined> {
  const data = await load(request, address);
  if (data === undefined) return undefined;
  return { head: (page) => head(data, page, address), body: <Body data={data} address={address} />, isFound: true };
}
