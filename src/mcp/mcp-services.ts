import type { RequestContext } from '#api/context.ts';
import type { Graph } from '#api/graph.ts';
import type { CatalogError } from '#kernel/fail.ts';

/** What the tools need from the server. */
export interface McpServices {
  readonly graph: Graph;
  /** Whether tools may change something: the setting MCP. */
  readonly access: 'read-only' | 'read-write';
}

/** The caller of a request, and the functions that end it. */
export interface McpCaller {
  readonly ctx: RequestContext;
  /** Aborts when the client disconnects, or the server closes. */
  readonly signal: AbortSignal;
  /** Converts an error to one of the error table; an unexpected error is logged. */
  readonly failureOf: (error: unknown) => {
    readonly failure: CatalogError;
    readonly extensions: Readonly<Record<string, unknown>>;
  };
}
