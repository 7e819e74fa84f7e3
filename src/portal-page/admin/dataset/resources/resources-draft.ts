import { isRecord } from '#portal-page/json.ts';
import type { Params } from '#portal-page/admin/editing/parameter-fields.tsx';
import type { DesiredResourceInput, OneResourceFragment } from '#portal-page/admin/generated/operations.ts';
import { isSame } from '../draft.ts';
import { datasourceOf, readSource, type Source } from './source.ts';

/** A resource of a list that is edited. */
export interface EditedResource {
  /** Tells it from the others while it is edited. */
  readonly key: string;
  /** Undefined while it is not saved. */
  readonly uid?: string | undefined;
  readonly title: string;
  readonly type: string;
  readonly params: Params;
  /** Where it is read from, where that changes. */
  readonly source?: Source | undefined;
}

/** A processor that a preview proposes and that is taken. */
export interface TakenProcessor {
  readonly type: string;
  readonly params: Params;
}

/** What a user changes of the sources of a dataset. */
export interface ResourcesDraft {
  readonly resources: readonly EditedResource[];
  readonly taken: readonly TakenProcessor[];
}

/** The resources that are saved. */
export const savedResources = (nodes: readonly OneResourceFragment[]): readonly EditedResource[] =>
  nodes.map(({ uid, title, type, params }) => ({ key: uid, uid, title, type, params }));

/** A draft as the browser kept it; undefined for anything else. */
export function readResourcesDraft(kept: unknown): ResourcesDraft | undefined {
  if (!isRecord(kept)) return undefined;
  const { resources, taken } = kept;
  if (!Array.isArray(resources)) return undefined;
  return {
    resources: resources.flatMap((each: unknown) => {
      if (!isRecord(each)) return [];
      const { key, uid, title, type, params } = each;
      if (typeof key !== 'string' || typeof title !== 'string' || typeof type !== 'string') return [];
      const source = readSource(each['source']);
      return [
        {
          key,
          ...(typeof uid === 'string' && { uid }),
          title,
          type,
          params: isRecord(params) ? params : {},
          ...(source && { source }),
        },
      ];
    }),
    taken: Array.isArray(taken)
      ? taken.flatMap((each: unknown) =>
          isRecord(each) && typeof each['type'] === 'string'
            ? [{ type: each['type'], params: isRecord(each['params']) ? each['params'] : {} }]
            : [],
        )
      : [],
  };
}

/** A list with one more resource at its end. */
export function withResource(
  resources: readonly EditedResource[],
  added: Omit<EditedResource, 'key' | 'uid'>,
): readonly EditedResource[] {
  const keys = new Set(resources.map(({ key }) => key));
  const numbers = resources.map((_each, index) => `new-${index}`);
  return [...resources, { key: numbers.find((each) => !keys.has(each)) ?? `new-${resources.length}`, ...added }];
}

/** How many changes a draft has. */
export function countOf({ resources, taken }: ResourcesDraft, saved: readonly EditedResource[]): number {
  const savedByKey = new Map(saved.map((resource) => [resource.key, resource]));
  const keys = resources.map(({ key }) => key);
  const removed = saved.filter(({ key }) => !keys.includes(key)).length;
  const changed = resources.filter((resource) => !isSame(savedByKey.get(resource.key), resource)).length;
  const isMoved = !isSame(
    saved.map(({ key }) => key).filter((key) => keys.includes(key)),
    keys.filter((key) => savedByKey.has(key)),
  );
  return removed + changed + taken.length + (isMoved ? 1 : 0);
}

/** Resources as the service saves them: a datasource that does not change stays as it is, with its secrets. */
export const desiredResources = (resources: readonly EditedResource[]): DesiredResourceInput[] =>
  resources.map(({ uid, title, type, params, source }) => ({
    ...(uid !== undefined && { uid }),
    title,
    type,
    params,
    ...(source && { datasource: datasourceOf(source) }),
  }));
