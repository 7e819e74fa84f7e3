import { Field, ID, InterfaceType, ObjectType, registerEnumType } from 'type-graphql';
import { Node } from '../../api/node/node.type.ts';
import { ConnectionOf } from '../../api/reading/connection.type.ts';
import type { AnnotationName } from '../../engine/field-steps/annotate.ts';
import type { FieldStepType } from '../../engine/field-steps/registry.ts';
import { DatasetPayload } from '../datasets/index.ts';

const kinds: { readonly [Type in FieldStepType]: Type } = {
  rename: 'rename',
  type: 'type',
  annotate: 'annotate',
  description: 'description',
  order: 'order',
  delete: 'delete',
};
registerEnumType(kinds, {
  name: 'FieldConfigurationType',
  description: 'What a field configuration does.',
  valuesConfig: {
    rename: { description: 'Gives a field another name and label.' },
    type: { description: 'Settles the type of a field.' },
    annotate: { description: 'Puts a remark on a field, such as its unit.' },
    description: { description: 'Says what a field means.' },
    order: { description: 'Says which fields come first.' },
    delete: { description: 'Leaves a field out.' },
  },
});

/** What an annotation can be about, as the graph's enum. */
export const annotations: { readonly [Name in AnnotationName]: Name } = {
  id: 'id',
  timeserie_precision: 'timeserie_precision',
  unit: 'unit',
  decimals: 'decimals',
  sortable: 'sortable',
  multivalued: 'multivalued',
  hierarchical: 'hierarchical',
};
registerEnumType(annotations, {
  name: 'FieldAnnotationName',
  description: 'What a remark on a field is about.',
  valuesConfig: {
    id: { description: 'The field identifies the record.' },
    timeserie_precision: { description: 'How precise its instants are.' },
    unit: { description: 'The unit of its numbers.' },
    decimals: { description: 'How many decimals of its numbers are shown.' },
    sortable: { description: 'Records are sorted by it.' },
    multivalued: { description: 'It holds several values.' },
    hierarchical: { description: 'Its values are paths in a hierarchy.' },
  },
});

@InterfaceType('FieldConfiguration', {
  implements: Node,
  description:
    'What is done to the fields of a dataset after its processors have run. The stack of them is applied in order; a field is named as those before left it, and an unknown name has no effect.',
  resolveType: (value: { __typename: string }) => value.__typename,
})
export abstract class FieldConfiguration extends Node {
  @Field(() => ID, { description: 'Identifies the configuration.' })
  uid!: string;

  @Field(() => kinds, { description: 'What it does; decides what else there is.' })
  type!: FieldStepType;

  @Field(() => String, { description: 'What people call it; may be empty.' })
  label!: string;
}

@ObjectType({ description: 'A page of a list of field configurations.' })
export class FieldConfigurationConnection extends ConnectionOf(FieldConfiguration, 'FieldConfiguration') {}

@ObjectType({ description: 'A field configuration after a change, and its dataset.' })
export class FieldConfigurationPayload extends DatasetPayload {
  @Field(() => FieldConfiguration, {
    nullable: true,
    description: 'The configuration; null when the change took your right to read it.',
  })
  fieldConfiguration!: FieldConfiguration | null;
}

@ObjectType({ description: 'A field configuration that is gone, and its dataset.' })
export class DeleteFieldConfigurationPayload extends DatasetPayload {
  @Field(() => ID, { description: 'The global `id` that it had, by which a cache drops it.' })
  id!: string;

  @Field(() => ID, { description: 'The uid that it had.' })
  uid!: string;
}
