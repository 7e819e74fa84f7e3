import {
  type BodyMapping,
  omit,
  type Property,
  renameShape,
  type Shape,
  withProperty,
} from '#rest/responders/body-mapping.ts';

type Part = object | null | undefined;

/** A resource as the operations select it. */
interface Resource {
  readonly datasource?: Part;
  readonly connection?: Part;
  readonly remoteDataset?: Part;
}

/** The body of a resource with `expand` (docs/contract/objects.md, Resource): the parts that it names are written into the datasource. */
export const expandedResource: BodyMapping<Resource> = {
  appliesTo: ({ query }) => query['expand'] !== undefined,
  value: ({ connection, remoteDataset, datasource, ...resource }) => ({
    ...resource,
    ...(datasource && { datasource: expandDatasource(datasource, connection, remoteDataset) }),
  }),
  shape: (shape) => {
    const parts = shape.kind === 'object' ? shape.properties : new Map<string, Property>();
    const withDatasource = withProperty(shape, 'datasource', (datasource) => ({
      ...datasource,
      shape: renameShape(
        expandShape(
          expandShape(datasource.shape, 'connection', 'ExpandedConnection', parts.get('connection')),
          'dataset',
          'ExpandedDataset',
          parts.get('remoteDataset'),
        ),
        'ExpandedDatasource',
      ),
    }));
    return renameShape(omit('remoteDataset').shape(omit('connection').shape(withDatasource)), 'ExpandedResource');
  },
};

/** A datasource with the full connection or the full remote dataset, where `expand` requests it and it is available. */
function expandDatasource(datasource: object, connection: Part, remoteDataset: Part): object {
  return {
    ...datasource,
    ...(connection &&
      'connection' in datasource && { connection: { ...connection, ...(datasource.connection ?? {}) } }),
    ...(remoteDataset && 'dataset' in datasource && { dataset: { ...remoteDataset, ...(datasource.dataset ?? {}) } }),
  };
}

/** The shape of a datasource in which `expand` adds properties to a part, under another name. */
const expandShape = (datasource: Shape, part: string, name: string, expansion: Property | undefined): Shape =>
  withProperty(datasource, part, (property) => ({
    ...property,
    shape: renameShape(addOptionalProperties(expansion?.shape, property.shape), name),
  }));

function addOptionalProperties(expansion: Shape | undefined, own: Shape): Shape {
  if (expansion?.kind !== 'object' || own.kind !== 'object') return own;
  const optional = [...expansion.properties].map(
    ([name, property]) => [name, { ...property, isOptional: true }] as const,
  );
  return { ...own, properties: new Map([...optional, ...own.properties]) };
}
