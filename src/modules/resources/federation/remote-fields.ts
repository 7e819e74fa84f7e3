import type { AnnotationName } from '#engine/field-steps/annotate.ts';
import { checkFieldStep, type PlannedFieldStep, type TypedFieldStep } from '#engine/field-steps/registry.ts';
import { toTechnicalName } from '#engine/records/columns.ts';
import { isFieldType } from '#engine/records/field.ts';
import type { Json, JsonObject } from '#kernel/json.ts';
import type { RemoteField } from '#platform/datasources/federated/remote-dataset.ts';

/** The annotations that fields receive from the remote dataset. Its other annotations are settings of the other catalog or of its pages. */
const annotationNames: readonly AnnotationName[] = [
  'id',
  'timeserie_precision',
  'unit',
  'decimals',
  'sortable',
  'multivalued',
  'hierarchical',
];

/**
 * The steps that give records of a remote dataset the labels, types, descriptions and annotations of its fields, so that
 * nothing has to be inferred. They precede the field configurations of the dataset. Properties that this catalog cannot
 * express are left out.
 */
export const remoteFieldSteps = (fields: readonly RemoteField[]): PlannedFieldStep[] =>
  fields.flatMap((field) =>
    stepsOf(field)
      .filter((step) => Object.keys(checkFieldStep(step)).length === 0)
      .map((step) => ({ ...step, uid: null })),
  );

function stepsOf({ name, label, type, description, annotations }: RemoteField): TypedFieldStep[] {
  const field = toTechnicalName(name);
  return [
    { type: 'rename', params: { fromName: field, toName: field, fieldLabel: label } },
    ...(isFieldType(type) ? [{ type: 'type', params: { field, typeParam: type } } as const] : []),
    { type: 'description', params: { field, description: description ?? '' } },
    ...annotationNames.flatMap((annotation) => {
      const args = argsOf(annotations[annotation]);
      return args ? [{ type: 'annotate', params: { field, annotation, args } } as const] : [];
    }),
  ];
}

/** The arguments of an annotation: none for a flag, one for a single value. Undefined for an annotation that the field does not have. */
function argsOf(value: Json | undefined): (string | number)[] | undefined {
  if (value === undefined || value === null || value === false) return undefined;
  return [value].flat().filter((arg) => typeof arg === 'string' || typeof arg === 'number');
}

/** The facets of a remote dataset as metadata. The Explore API shows them as annotations of fields. */
export function facetMetadata(fields: readonly RemoteField[]): JsonObject {
  const facets = fields.flatMap(({ name, annotations: { facet, facetsort, disjunctive } }) =>
    facet === undefined
      ? []
      : [
          {
            field_name: toTechnicalName(name),
            ...(typeof facetsort === 'string' && { facetsort }),
            ...(disjunctive !== undefined && { disjunctive: true }),
          },
        ],
  );
  return facets.length > 0 ? { asset_content_configuration: { facets } } : {};
}
