import { relation } from '#api/reading/declare-fields.ts';
import { source, typeNameSql } from '#api/reading/declare-source.ts';
import type { ColumnExpression } from '#api/reading/type-source.ts';
import type { FieldStepParams, FieldStepType } from '#engine/field-steps.ts';
import { sql, sqlText } from '#kernel/sql.ts';
import { datasetPartPayload, datasets, visibleWithDataset } from '#datasets/index.ts';
import {
  AnnotateFieldConfiguration,
  DeleteFieldConfiguration,
  DescriptionFieldConfiguration,
  FieldConfiguration,
  OrderFieldConfiguration,
  RenameFieldConfiguration,
  TypeFieldConfiguration,
} from './field-configuration.type.ts';
import type { RequestContext } from '#api/context.ts';
import { lazyEdge, lazyRow } from '#api/reading/read.ts';

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
type FieldConfigurationRow = FieldConfiguration & { readonly __typename: string } & {
  readonly [Name in ParameterName]: unknown;
};

/** Field configurations in the order of the stack, visible to callers who may read the dataset's configuration. */
export const fieldConfigurations = source<FieldConfiguration, FieldConfigurationRow>(FieldConfiguration, {
  table: 'field_configuration',
  key: 'uid',
  columns: {
    __typename: (configuration) => typeNameSql(sql`${configuration}.type`, typeNames),
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
relation({
  ...ofDataset,
  field: 'fieldConfigurations',
  returns: 'page',
  description: 'The field configurations, applied in this order after the processors.',
});
relation({
  ...ofDataset,
  field: 'fieldConfiguration',
  returns: 'byArgument',
  description: 'One field configuration. Null when there is none with this uid.',
  argumentDescription: 'The uid of the field configuration.',
});

/** The fields of a FieldConfigurationPayload after a change of the configuration, which are read only when they are selected. */
export const configurationPayload = (ctx: RequestContext, datasetUid: string, uid: string) => ({
  fieldConfiguration: lazyRow(ctx, fieldConfigurations, { uid, dataset_uid: datasetUid }),
  fieldConfigurationEdge: lazyEdge(ctx, fieldConfigurations, { uid, dataset_uid: datasetUid }),
  ...datasetPartPayload(ctx, datasetUid),
});
