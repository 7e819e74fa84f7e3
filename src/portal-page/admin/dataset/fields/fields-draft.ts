import { isRecord } from '#portal-page/json.ts';
import type { FieldChange, ShownField } from './field-stack.ts';

/** What a user changes of the fields of a dataset, by the names that the fields have now. */
export interface FieldsDraft {
  readonly changes: Readonly<Record<string, FieldChange>>;
  /** The names in their new order; null where it stays. */
  readonly order: readonly string[] | null;
  /** The deletions to take away. */
  readonly shown: readonly string[];
  /** Whether a field is a facet, where that changes. */
  readonly facets: Readonly<Record<string, boolean>>;
}

/** Nothing is changed. */
export const noChange: FieldsDraft = { changes: {}, order: null, shown: [], facets: {} };

/** The types that a field may have. */
export const fieldTypes = [
  'text',
  'int',
  'double',
  'date',
  'datetime',
  'geo_point_2d',
  'geo_shape',
  'file',
] as const satisfies readonly ShownField['type'][];

/** How many changes a draft has. */
export const countOf = ({ changes, order, shown, facets }: FieldsDraft): number =>
  Object.values(changes).reduce((sum, change) => sum + Object.keys(change).length, 0) +
  Object.keys(facets).length +
  shown.length +
  (order ? 1 : 0);

/** A draft as the browser kept it; undefined for anything else. */
export function readFieldsDraft(kept: unknown): FieldsDraft | undefined {
  if (!isRecord(kept)) return undefined;
  const { changes, order, shown, facets } = kept;
  return {
    changes: isRecord(changes)
      ? Object.fromEntries(Object.entries(changes).map(([name, change]) => [name, readChange(change)]))
      : {},
    order: Array.isArray(order) ? order.map(String) : null,
    shown: Array.isArray(shown) ? shown.map(String) : [],
    facets: isRecord(facets) ? Object.fromEntries(Object.entries(facets).map(([name, is]) => [name, is === true])) : {},
  };
}

/** The members of a change that are what they should be. */
export function readChange(kept: unknown): FieldChange {
  if (!isRecord(kept)) return {};
  const { label, name, description, unit, decimals, isHidden } = kept;
  const type = fieldTypes.find((each) => each === kept['type']);
  return {
    ...(typeof label === 'string' && { label }),
    ...(typeof name === 'string' && { name }),
    ...(type && { type }),
    ...(typeof description === 'string' && { description }),
    ...(typeof unit === 'string' && { unit }),
    ...((typeof decimals === 'number' || decimals === null) && { decimals }),
    ...(typeof isHidden === 'boolean' && { isHidden }),
  };
}

/** The facets of the metadata with what a draft changes: names of fields that are renamed follow them. */
export function changedFacets(saved: unknown, { changes, facets }: FieldsDraft): readonly object[] {
  const nameOf = (name: string): string => changes[name]?.name ?? name;
  const kept = facetsOf(saved).filter((facet) => facets[facet.field_name] !== false);
  const added = Object.entries(facets).flatMap(([name, is]) =>
    is && !kept.some((facet) => facet.field_name === name) ? [{ field_name: name }] : [],
  );
  return [...kept, ...added].map((facet) => ({ ...facet, field_name: nameOf(facet.field_name) }));
}

/** The facets that metadata have. */
export const facetsOf = (saved: unknown): readonly { readonly field_name: string }[] =>
  Array.isArray(saved)
    ? saved.flatMap((facet: unknown) =>
        isRecord(facet) && typeof facet['field_name'] === 'string'
          ? [{ ...facet, field_name: facet['field_name'] }]
          : [],
      )
    : [];
