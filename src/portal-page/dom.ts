/** What an element contains. Texts become text nodes, so they are never read as HTML. */
export type Child = Node | string | number | null | undefined | false | readonly Child[];

type Listeners = { readonly [Name in keyof HTMLElementEventMap]?: (event: HTMLElementEventMap[Name]) => void };

/** Attributes by name; true is an empty attribute, and false, null and undefined leave it out. A path in `href` is one of this server. */
export interface Attributes {
  readonly on?: Listeners;
  readonly [name: string]: string | number | boolean | null | undefined | Listeners;
}

/** Creates an element of HTML. */
export function h<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  { on = {}, ...attributes }: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  setAttributes(element, attributes);
  for (const [name, listener] of Object.entries(on)) element.addEventListener(name, listener as EventListener);
  append(element, children);
  return element;
}

function setAttributes(element: Element, attributes: Omit<Attributes, 'on'>): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === true) element.setAttribute(name, '');
    else if (typeof value === 'string') element.setAttribute(name, name === 'href' ? addressOf(value) : value);
    else if (typeof value === 'number') element.setAttribute(name, String(value));
  }
}

function append(parent: Element, children: readonly Child[]): void {
  for (const child of children) {
    if (Array.isArray(child)) append(parent, child as readonly Child[]);
    else if (child instanceof Node) parent.append(child);
    else if (typeof child === 'string' || typeof child === 'number') parent.append(String(child));
  }
}

/** The path at which a proxy serves this server, such as `/data`; empty for the root. The server writes it into the document. */
const basePath = (): string => document.querySelector<HTMLMetaElement>('meta[name="base"]')?.content ?? '';

/** The address of a path of this server, which begins with a slash; any other address unchanged. */
export const addressOf = (path: string): string => (/^\/(?!\/)/.test(path) ? basePath() + path : path);
