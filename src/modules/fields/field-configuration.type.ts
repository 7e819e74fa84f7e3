import { Field, ID, InterfaceType, ObjectType, registerEnumType } from 'type-graphql';
import { ForRest } from '#api/for-rest.ts';
import { DeletionPayload, Node } from '#api/node.type.ts';
import { ChangedObject, ConnectionTypeOf } from '#api/reading/connection.type.ts';
import type { AnnotationName, FieldStepType } from '#engine/field-steps.ts';
import { DeletedPartPayload, DatasetPartPayload } from '#datasets/index.ts';
import { fieldTypes } from '#api/types/field.type.ts';
import { TextOrInteger } from '#api/types/scalars.ts';
import type { FieldType } from '#engine/records/record.ts';

const fieldConfigurationTypes: { readonly [Type in FieldStepType]: Type } = {
  rename: 'rename',
  type: 'type',
  annotate: 'annotate',
  description: 'description',
  order: 'order',
  delete: 'delete',
};
registerEnumType(fieldConfigurationTypes, {
  name: 'FieldConfigurationType',
  description: 'The operation of a field configuration.',
  valuesConfig: {
    rename: { description: 'Renames and labels a field.' },
    type: { description: 'Sets the type of a field.' },
    annotate: { description: 'Annotates a field, for example with its unit.' },
    description: { description: 'Describes a field.' },
    order: { description: 'Sets the order of the fields.' },
    delete: { description: 'Removes a field.' },
  },
});

/** The subjects of annotations, as the graph's enum. */
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
  description: 'The subject of an annotation of a field.',
  valuesConfig: {
    id: { description: 'The field identifies the record.' },
    timeserie_precision: { description: 'The precision of the instants in the field.' },
    unit: { description: 'The unit of the numbers in the field.' },
    decimals: { description: 'The number of decimals shown.' },
    sortable: { description: 'Records can be sorted by the field.' },
    multivalued: { description: 'The field holds several values.' },
    hierarchical: { description: 'The values of the field are paths in a hierarchy.' },
  },
});

@InterfaceType('FieldConfiguration', {
  implements: Node,
  description:
    'An operation on the fields of a dataset, after the processors, in the order of the stack. Fields are named as the configurations before leave them; an unknown name has no effect.',
  resolveType: (value: { __typename: string }) => value.__typename,
})
export abstract class FieldConfiguration extends Node {
  @Field(() => ID, { description: 'Identifies the configuration.' })
  uid!: string;

  @Field(() => fieldConfigurationTypes, { description: 'The operation.' })
  type!: FieldStepType;

  @Field(() => String, { description: 'The label; may be empty.' })
  label!: string;
}

@ObjectType({ description: 'A page of a list of field configurations.' })
export class FieldConfigurationConnection extends ConnectionTypeOf(FieldConfiguration, 'FieldConfiguration') {}

@ObjectType({ description: 'A field configuration after a change, and its dataset.' })
export class FieldConfigurationPayload extends DatasetPartPayload {
  @ChangedObject(
    FieldConfigurationConnection,
    'fieldConfigurations',
    'The configuration; null where the caller may no longer read it.',
  )
  fieldConfiguration!: FieldConfiguration | null;
}

@ObjectType({ implements: DeletionPayload, description: 'A deleted field configuration, and its dataset.' })
export class DeleteFieldConfigurationPayload extends DeletedPartPayload {}

@ObjectType({
  implements: FieldConfiguration,
  description: 'Renames and labels a field. Fields of the same name become one.',
})
export class RenameFieldConfiguration extends FieldConfiguration {
  @Field(() => String, { description: 'The current name.' })
  fromName!: string;

  @Field(() => String, { description: 'The new name, which may equal the current name.' })
  toName!: string;

  @Field(() => String, { description: 'The label.' })
  fieldLabel!: string;
}

@ObjectType({
  implements: FieldConfiguration,
  description: 'Sets the type of a field. Values that do not fit become null and are reported in the status.',
})
export class TypeFieldConfiguration extends FieldConfiguration {
  @Field(() => String, { description: 'The name of the field.' })
  field!: string;

  @Field(() => fieldTypes, { description: 'The new type.' })
  typeParam!: FieldType;
}

@ObjectType({
  implements: FieldConfiguration,
  description: 'Annotates a field; replaces an annotation with the same subject.',
})
export class AnnotateFieldConfiguration extends FieldConfiguration {
  @Field(() => String, { description: 'The name of the field.' })
  field!: string;

  @Field(() => annotations, { description: 'The subject of the annotation.' })
  annotation!: AnnotationName;

  @Field(() => [TextOrInteger], { description: 'The arguments of the annotation.' })
  args!: readonly (string | number)[];
}

@ObjectType({ implements: FieldConfiguration, description: 'Describes a field.' })
export class DescriptionFieldConfiguration extends FieldConfiguration {
  @Field(() => String, { description: 'The name of the field.' })
  field!: string;

  @Field(() => String, { description: 'The description; may be empty.' })
  description!: string;
}

@ObjectType({
  implements: FieldConfiguration,
  description: 'Sets which fields come first; the others follow in their current order.',
})
export class OrderFieldConfiguration extends FieldConfiguration {
  @Field(() => [String], { description: 'The names of fields, in order.' })
  order!: readonly string[];

  @ForRest()
  @Field(() => [TextOrInteger], { description: 'The same names as in `order`.' })
  args!: readonly string[];
}

@ObjectType({ implements: FieldConfiguration, description: 'Removes a field from the schema and from every record.' })
export class DeleteFieldConfiguration extends FieldConfiguration {
  @Field(() => String, { description: 'The name of the field.' })
  field!: string;
}
