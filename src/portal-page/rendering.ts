/** Executes a document of the page, which its hash names, and returns the result as GraphQL writes it. */
export type SendDocument = (
  documentId: string,
  variables: Readonly<Record<string, unknown>>,
  signal?: AbortSignal,
) => Promise<GraphResult>;

/** A result of the graph: its data, and the errors of the parts that failed. */
export interface GraphResult {
  readonly data?: unknown;
  readonly errors?: readonly {
    readonly message: string;
    readonly path?: readonly (string | number)[];
    readonly extensions?: Readonly<Record<string, unknown>>;
  }[];
}

/** The accent colors of the portal. */
export interface PortalColors {
  readonly accentColor: string | null;
  readonly accentColorDark: string | null;
}

/** The tiles below maps. */
export interface MapTiles {
  /** Their address, with `{z}`, `{x}` and `{y}`. */
  readonly url: string;
  /** Who made them, as HTML. */
  readonly attribution: string;
}

/** A page to render. */
export interface PageRequest {
  /** The address of the page as visitors see it, without the path at which the service is. */
  readonly url: URL;
  /** The path of PUBLIC_URL; empty for the root. */
  readonly basePath: string;
  /** The languages that the visitor prefers, the most preferred first. The first that the page speaks is taken, else that of the portal. */
  readonly languages: readonly string[];
  /** The paths of the files of the page, by name. */
  readonly assets: ReadonlyMap<string, string>;
  /** The tiles below maps; undefined for the outline of the land. */
  readonly mapTiles?: MapTiles | undefined;
  readonly send: SendDocument;
  /** The path of the stylesheet with the colors of the portal, below that of the service; undefined for those of the page. */
  readonly stylesheetOf: (colors: PortalColors) => string | undefined;
  /** Markup of the service for the head of the page, such as the JSON-LD of a dataset. */
  readonly head?: Promise<string | undefined> | undefined;
  /** Reads whether something was removed from the address, where nothing is there. Default: nothing was. */
  readonly readRemoval?: () => Promise<Removal | undefined>;
}

/** That something was removed which everyone could see. */
export interface Removal {
  /** The day, as YYYY-MM-DD; null where the service does not know it. */
  readonly day: string | null;
}

/** A page that is rendered. */
export interface RenderedPage {
  readonly html: string;
  readonly language: string;
  /** The settings of the portal, which are the same for everyone; undefined where they could not be read. */
  readonly settings: object | undefined;
  /** Whether there is or was something at the address, or the code of the error that kept it from being read. */
  readonly outcome: 'found' | 'not-found' | 'removed' | { readonly code: string };
}

/** A feed to render. */
export interface FeedRequest extends Pick<PageRequest, 'url' | 'basePath' | 'languages' | 'send'> {
  /** The dataset whose changes the feed has; undefined for the datasets that a search finds. */
  readonly datasetId: string | undefined;
}

/** A feed that is rendered. */
export interface RenderedFeed {
  /** Whether there is something at the address, or the code of the error that kept it from being read. */
  readonly outcome: Exclude<RenderedPage['outcome'], 'removed'>;
  /** The feed in Atom; empty unless there is one. */
  readonly xml: string;
}

/** Renders a page. It does not throw: what cannot be read becomes a page that says so. */
export type RenderPage = (request: PageRequest) => Promise<RenderedPage>;

/** What renders the page. */
export interface PageRenderer {
  readonly render: RenderPage;
  /** Renders a feed. It does not throw. */
  readonly renderFeed: (request: FeedRequest) => Promise<RenderedFeed>;
  /** The languages that the page speaks (ISO 639-1). */
  readonly languages: readonly string[];
}
