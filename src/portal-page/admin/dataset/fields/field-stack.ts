import type {
  AdminApplyDatasetMutationVariables,
  AdminFieldsQuery,
  TriedRecordsFragment,
} from '#portal-page/admin/generated/operations.ts';

/** A configuration as the graph has it. */
export type StoredConfiguration = NonNullable<AdminFieldsQuery['dataset']>['fieldConfigurations']['nodes'][number];

type Operation = NonNullable<AdminApplyDatasetMutationVariables['input']['fields']>[number]['configuration'];

/** A configuration as it is applied; a new one has no uid. */
export interface DesiredConfiguration {
  readonly uid?: string;
  readonly label: string;
  readonly configuration: Operation;
}

/** A field as the stored stack makes it. */
export type ShownField = TriedRecordsFragment['fields'][number];

/** What is changed of a field. An empty unit or null for decimals takes the annotation away. */
export interface FieldChange {
  readonly label?: string;
  readonly name?: string;
  readonly type?: ShownField['type'];
  readonly description?: string;
  readonly unit?: string;
  readonly decimals?: number | null;
  readonly isHidden?: boolean;
}

/** The stored stack as it is applied. */
export const storedStack = (nodes: readonly StoredConfiguration[]): readonly DesiredConfiguration[] =>
  nodes.map((node) => ({ uid: node.uid, label: node.label, configuration: operationOf(node) }));

function operationOf(node: StoredConfiguration): Operation {
  if ('fromName' in node) {
    const { fromName, toName, fieldLabel } = node;
    return { rename: { fromName, toName, fieldLabel } };
  }
  if ('typedField' in node) return { type: { field: node.typedField, typeParam: node.typeParam } };
  if ('annotatedField' in node)
    return { annotate: { field: node.annotatedField, annotation: node.annotation, args: [...node.args] } };
  if ('describedField' in node) return { description: { field: node.describedField, description: node.description } };
  if ('deletedField' in node) return { delete: { field: node.deletedField } };
  return { order: { order: [...node.order] } };
}

/** The names of the fields that a configuration is about, as they are where it stands in the stack. */
function namesIn(operation: Operation): readonly string[] {
  if (operation.rename) return [operation.rename.fromName, operation.rename.toName];
  if (operation.order) return operation.order.order;
  return [(operation.type ?? operation.annotate ?? operation.description ?? operation.delete).field];
}

/** Whether a configuration is about one field, by the name that it has last. */
export const isAbout = ({ configuration }: DesiredConfiguration, field: string): boolean =>
  !configuration.order && namesIn(configuration).includes(field);

/**
 * The stack with changes of fields, by the names that the stack gives them, and the names in a new order. A configuration that says the same of the same
 * field is replaced in its place; the others follow at the end, renames last. `shown` are the uids of the deletions to take away.
 */
export function changedStack(
  stored: readonly DesiredConfiguration[],
  changes: ReadonlyMap<string, FieldChange>,
  order: readonly string[] | undefined,
  shown: ReadonlySet<string>,
  labelOf: (name: string) => string,
): readonly DesiredConfiguration[] {
  const stack = stored.filter(({ uid }) => uid === undefined || !shown.has(uid));
  /** The last configuration that matches, unless a later rename gives or takes one of the names. */
  const placeOf = (names: readonly string[], matches: (operation: Operation) => boolean): number => {
    const place = stack.findLastIndex(({ configuration }) => matches(configuration));
    const isRenamed = stack
      .slice(place + 1)
      .some(({ configuration }) => configuration.rename && namesIn(configuration).some((name) => names.includes(name)));
    return isRenamed ? -1 : place;
  };
  const put = (operation: Operation, place: number): void => {
    const replaced = stack[place];
    if (replaced) stack[place] = { ...replaced, configuration: operation };
    else stack.push({ label: '', configuration: operation });
  };
  const annotate = (field: string, annotation: 'unit' | 'decimals', arg: string | number | null): void => {
    const place = placeOf([field], (each) => each.annotate?.field === field && each.annotate.annotation === annotation);
    if (arg !== null && arg !== '') put({ annotate: { field, annotation, args: [arg] } }, place);
    else if (place >= 0) stack.splice(place, 1);
    else put({ annotate: { field, annotation, args: [] } }, place);
  };
  for (const [field, { type, description, unit, decimals }] of changes) {
    if (type !== undefined)
      put(
        { type: { field, typeParam: type } },
        placeOf([field], (each) => each.type?.field === field),
      );
    if (description !== undefined)
      put(
        { description: { field, description } },
        placeOf([field], (each) => each.description?.field === field),
      );
    if (unit !== undefined) annotate(field, 'unit', unit);
    if (decimals !== undefined) annotate(field, 'decimals', decimals);
  }
  if (order)
    put(
      { order: { order: [...order] } },
      placeOf(order, (each) => each.order != null),
    );
  for (const [field, { isHidden }] of changes) if (isHidden === true) put({ delete: { field } }, -1);
  for (const [field, { name, label }] of changes) {
    if (name === undefined && label === undefined) continue;
    const place = placeOf([], (each) => each.rename?.toName === field);
    const toName = name ?? field;
    const later = place < 0 ? [] : stack.slice(place + 1);
    const isNamedLater = later.some(({ configuration }) => namesIn(configuration).includes(field));
    // the name may only change where nothing after it uses the old one; the label always
    const isInPlace = place >= 0 && !(isNamedLater && (toName !== field || later.some(isRenameOf(field))));
    const fromName = isInPlace ? (stack[place]?.configuration.rename?.fromName ?? field) : field;
    put({ rename: { fromName, toName, fieldLabel: label ?? labelOf(field) } }, isInPlace ? place : -1);
  }
  return stack;
}

const isRenameOf =
  (field: string) =>
  ({ configuration: { rename } }: DesiredConfiguration): boolean =>
    rename?.fromName === field;
