import type { Call, Caller, Dialect, Server, ServerName } from '../servers/server.ts';

/** What the operations are asked with. */
export interface Facts {
  /** Uids of datasets spread over the catalog. */
  readonly uids: readonly string[];
  /** Others that may be changed: neither on a first page nor on a deep one. */
  readonly targets: readonly string[];
  /** Published datasets that everyone sees. */
  readonly published: readonly string[];
  /** Datasets that no operation changes, with their first versions. */
  readonly histories: readonly { readonly uid: string; readonly from: string }[];
  /** A dataset that a hundred others come from. */
  readonly asset: string;
  /** How many datasets come before the deep pages. */
  readonly deepOffset: number;
  /** Where the deep pages begin, as each dialect names the place. */
  readonly cursors: Readonly<Record<Dialect, readonly string[]>>;
}

/** For operations that ask the same of every catalog. */
export const noFacts: Facts = {
  uids: [],
  targets: [],
  published: [],
  histories: [],
  asset: '',
  deepOffset: 0,
  cursors: { gateway: [], postgraphile: [], ceiling: [] },
};

/** A request of one dialect. The number counts the requests of a run and varies them. */
export type CallOf = (facts: Facts, at: number) => Call;

/** How the gateway is asked something that no other server offers. */
export interface Calls extends Readonly<Partial<Record<Dialect, CallOf>>> {
  readonly gateway: CallOf;
}

/** How all are asked the same. */
export type ComparedCalls = Readonly<Record<Dialect, CallOf>>;

/** What is compared. */
export interface Operation {
  readonly title: string;
  /** What the title goes on from. */
  readonly group?: string;
  readonly kind: 'read' | 'write' | 'mixed';
  readonly caller?: Caller;
  /** The least ratios to the other servers, and the least pace, to aim at. */
  readonly aims: Readonly<Partial<Record<ServerName | 'perSecond', number>>>;
  readonly calls: Calls;
  /** A statement that removes what the operation adds, so that those after it find the same catalog. */
  readonly cleanUp?: string;
}

/** What the gateway alone is asked, of catalogs of several sizes. */
export interface GrowthOperation {
  readonly title: string;
  readonly calls: Calls;
  /** Whether it must read as much at every size. */
  readonly isFlat: boolean;
}

/** An operation's title where it stands alone. */
export const fullTitle = ({ group, title }: Pick<Operation, 'title' | 'group'>): string =>
  group === undefined ? title : `${group} ${title}`;

/** The operations whose title matches a pattern; all without one. */
export const chosen = <Titled extends Pick<Operation, 'title' | 'group'>>(
  operations: readonly Titled[],
  only: RegExp | undefined,
): readonly Titled[] => operations.filter((operation) => only?.test(fullTitle(operation)) ?? true);

/** The servers that an operation is put to. Where a caller sees a part of the catalog, only servers that look at the caller can answer. */
export const serversOf = ({ calls, caller }: Operation, servers: readonly Server[]): readonly Server[] =>
  servers.filter(({ dialect, knowsCallers }) => calls[dialect] && (knowsCallers || caller !== 'contributor'));

/** A GraphQL request. */
export const graph = (query: string, variables: Readonly<Record<string, unknown>>): Call => ({
  path: '/graphql',
  body: { query, variables },
});

/** A request of the ceiling: a statement's name and its values. */
export const statement = (name: string, ...values: readonly unknown[]): Call => ({ path: `/${name}`, body: values });

/** One of the sampled datasets, another one for each request. */
export const uidAt = ({ uids }: Facts, at: number): string => uids[at % uids.length] ?? '';
