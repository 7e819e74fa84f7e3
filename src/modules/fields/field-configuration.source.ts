import { nodeId } from '#api/node.type.ts';
import { relation, source, typeNameSql } from '#api/reading/declare-source.ts';
import type { ColumnExpression } from '#api/reading/type-source.ts';
import type { FieldStepParams, FieldStepType } from '#engine/field-steps/registry.ts';
import { sql, sqlText } from '#kernel/sql.ts';
import { datasets, visibleWithDataset } from '#datasets/index.ts';
import {
  AnnotateFieldConfiguration,
  DeleteFieldConfiguration,
  DescriptionFieldConfiguration,
  OrderFieldConfiguration,
  RenameFieldConfiguration,
  TypeFieldConfiguration,
} from './field-configuration-kinds.type.ts';
import type { FieldConfiguration } from './field-configuration.type.ts';

const typeNames: Readonly<Record<FieldStepType, string>> = {
  rename: RenameFieldConfiguration.name,
  type: TypeFieldConfiguration.name,
  annotate: AnnotateFieldConfiguration.name,
  description: DescriptionFieldConfiguration.name,
  order: OrderFieldConfiguration.name,
  delete: DeleteFieldConfiguration.name,
};

/** The name of a parameter of any type of step. */
type ParameterName = { [Type in FieldStepType]: keyof FieldStepParams[Type] }[FieldStepType];

/** The column of a parameter; null for steps without the parameter. */
const parameter =
  (name: ParameterName): ColumnExpression =>
  (configuration) =>
    sql`${configuration}.params -> ${sqlText(`'${name}'`)}`;

/** A configuration of any type as a row: the name of its GraphQL type, and null for the parameters of other types. */
export type FieldConfigurationRow = FieldConfiguration & { readonly __typename: string } & {
  readonly [Name in ParameterName]: unknown;
};

/** Field configurations in the order of the stack, visible to callers who may read the dataset's configuration. */
export const fieldConfigurations = source<FieldConfigurationRow>({
  type: 'FieldConfiguration',
  table: 'field_configuration',
  key: 'uid',
  columns: {
    id: nodeId('FieldConfiguration', 'uid'),
    __typename: (configuration) => typeNameSql(sql`${configuration}.type`, typeNames),
    uid: 'uid',
    type: 'type',
    label: 'label',
    fromName: parameter('fromName'),
    toName: parameter('toName'),
    fieldLabel: parameter('fieldLabel'),
    field: parameter('field'),
    typeParam: parameter('typeParam'),
    annotation: parameter('annotation'),
    args: (configuration) => sql`coalesce(${configuration}.params -> 'args', ${configuration}.params -> 'order')`,
    description: parameter('description'),
    order: parameter('order'),
  },
  order: {
    by: [
      { column: 'position', type: 'integer' },
      { column: 'uid', type: 'text' },
    ],
  },
  visible: visibleWithDataset,
});

const ofDataset = {
  from: datasets,
  to: fieldConfigurations,
  on: ['uid', 'dataset_uid'],
  authorizedByParent: true,
} as const;
export const configurationsOfDataset = relation({ ...ofDataset, field: 'fieldConfigurations', returns: 'page' });
export const configurationOfDataset = relation({ ...ofDataset, field: 'fieldConfiguration', returns: 'byArgument' });
