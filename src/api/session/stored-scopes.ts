import type { Permission } from './permissions.ts';
import type { Session } from './session.ts';

/** A scope as the database stores it: a permission, or a dataset that the key is limited to. */
export type StoredScope = Permission | `${typeof datasetPrefix}${string}`;

const datasetPrefix = 'dataset:';

/** The scopes of a session, for what runs later with the rights that its caller then has. */
export const storedScopes = ({ scopes, datasetLimit }: Session): StoredScope[] => [
  ...scopes,
  ...(datasetLimit?.uids ?? []).map((uid): StoredScope => `${datasetPrefix}${uid}`),
];

/** The permissions and the datasets of stored scopes; `datasets` is undefined where they are not limited to datasets. */
export function parseStoredScopes(stored: readonly StoredScope[]): {
  readonly permissions: readonly Permission[];
  readonly datasets: readonly string[] | undefined;
} {
  const datasets = stored.filter(isDataset).map((scope) => scope.slice(datasetPrefix.length));
  return {
    permissions: stored.filter((scope) => !isDataset(scope)),
    datasets: datasets.length > 0 ? datasets : undefined,
  };
}

const isDataset = (scope: StoredScope): scope is `${typeof datasetPrefix}${string}` => scope.startsWith(datasetPrefix);
