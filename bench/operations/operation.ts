import type { Call, Caller, ServerName } from '../servers/server.ts';

/** What the operations are asked with. */
export interface Facts {
  /** Uids of datasets spread over the catalog. */
  readonly uids: readonly string[];
  /** How many datasets come before the deep pages. */
  readonly deepOffset: number;
  /** Where the deep pages begin, as each server names the place. */
  readonly cursors: Readonly<Record<ServerName, readonly string[]>>;
}

/** How the three are asked the same. The number counts the requests of a run and varies them. */
export type Calls = Readonly<Record<ServerName, (facts: Facts, at: number) => Call>>;

/** What is compared. */
export interface Operation {
  readonly title: string;
  /** What the title goes on from. */
  readonly group?: string;
  readonly kind: 'read' | 'write' | 'mixed';
  readonly caller?: Caller;
  /** The least ratios to aim at. */
  readonly aims: { readonly postgraphile?: number; readonly ceiling?: number };
  readonly calls: Calls;
}

/** An operation's title where it stands alone. */
export const fullTitle = ({ group, title }: Operation): string => (group === undefined ? title : `${group} ${title}`);

/** A GraphQL request. */
export const graph = (query: string, variables: Readonly<Record<string, unknown>>): Call => ({
  path: '/graphql',
  body: { query, variables },
});

/** A request of the ceiling: a statement's name and its values. */
export const statement = (name: string, ...values: readonly unknown[]): Call => ({ path: `/${name}`, body: values });

/** One of the sampled datasets, another one for each request. */
export const uidAt = ({ uids }: Facts, at: number): string => uids[at % uids.length] ?? '';
