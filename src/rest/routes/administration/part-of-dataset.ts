import { expectedRevision, fromPath, pageVariables, type RequestValue } from '#rest/request/request-value.ts';
import type { Method, Right, Route } from '#rest/route.ts';

type RequestValues = Readonly<Record<string, RequestValue>>;

/** What identifies a part of a dataset: as variables of a query, whose names are also the end of the path, and as fields of an input. */
interface PartKey<Variables, Input> {
  readonly variables: Variables;
  readonly input: Input;
  /** The right that changes need. */
  readonly right?: Right;
}

const datasetUid = fromPath('dataset_uid');

/** The tag of an answer with a part is the revision of the dataset. */
export const tagged = { etag: 'dataset' } as const;

/**
 * What the routes of one kind of part of a dataset declare, except their operations, fields and responders: the list is at
 * `/datasets/{dataset_uid}/<folder>/`, a part below it at its key.
 */
export function partOfDataset<Variables extends RequestValues, Input extends RequestValues>(
  folder: string,
  { variables, input, right = 'canEdit' }: PartKey<Variables, Input>,
) {
  const path = `/datasets/{dataset_uid}/${folder}/`;
  const partPath = Object.keys(variables).reduce((above, name) => `${above}{${name}}/`, path);
  /** The fields of every input that adds a part, and of every input that changes one. */
  const added = { datasetUid, expectedRevision };
  const changed = { datasetUid, ...input, expectedRevision };
  return {
    added,
    changed,
    list: { method: 'GET', path, variables: { dataset_uid: datasetUid, ...pageVariables } },
    create: { method: 'POST', path, needs: { rights: [right] } },
    /** Reads a part, or what is at a path below it. */
    retrieve: (below = '') => ({
      method: 'GET' as const,
      path: `${partPath}${below}`,
      variables: { dataset_uid: datasetUid, ...variables },
    }),
    /** Changes the part that `target` reads, or acts on it at a path below it. */
    change: (method: Method, target: Route, below = '') => ({
      method,
      path: `${partPath}${below}`,
      needs: { rights: [right], target },
      variables: { input: changed },
    }),
  } as const;
}
