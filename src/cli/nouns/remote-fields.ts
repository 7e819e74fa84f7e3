import { z } from 'zod';
import type { JsonObject } from '#kernel/json.ts';
import { toTechnicalName } from '#kernel/technical-name.ts';

/** The types that a field may have here; of another one, the type is left to the values. */
const types: ReadonlySet<string> = new Set([
  ...['text', 'int', 'double', 'date', 'datetime', 'geo_point_2d', 'geo_shape', 'file'],
]);

/** The annotations that fields have here. Others are settings of the other catalog or of its pages. */
const annotationNames = [
  ...['id', 'timeserie_precision', 'unit', 'decimals', 'sortable', 'multivalued', 'hierarchical'],
] as const;

const remoteField = z.object({
  name: z.string(),
  label: z.string().nullish(),
  type: z.string().nullish(),
  description: z.string().nullish(),
  annotations: z.record(z.string(), z.json()).nullish(),
});

/** The field configurations that give a dataset of its own what a harvester has read of the fields of a remote one. */
export const fieldConfigurationsOf = (fields: readonly JsonObject[]): JsonObject[] =>
  fields.flatMap((each) => {
    const { name, label, type, description, annotations } = remoteField.parse(each);
    const field = toTechnicalName(name);
    const configurations: readonly JsonObject[] = [
      ...(label ? [{ rename: { fromName: field, toName: field, fieldLabel: label } }] : []),
      ...(type && types.has(type) ? [{ type: { field, typeParam: type } }] : []),
      ...(description ? [{ description: { field, description } }] : []),
      ...annotationNames.flatMap((annotation) => {
        const value = annotations?.[annotation] ?? false;
        if (value === false) return [];
        const args = [value].flat().filter((arg) => typeof arg === 'string' || typeof arg === 'number');
        return [{ annotate: { field, annotation, args } }];
      }),
    ];
    return configurations.map((configuration) => ({ label: '', ...configuration }));
  });
