import { type DataRecord, textOf, type Value } from '../records/record.ts';
import { assertTextLength, maxReplacementLength } from './change-text.ts';
import { defineProcessor } from './processor.ts';
import { assertRecordLimits } from './multivalued.ts';

const namesOf = (text: string): readonly string[] =>
  text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');

/** The columns that receive the names and the values of the transposed fields. */
interface Columns {
  readonly title: string;
  readonly value: string;
}

/** Creates one record for each transposed field, with the name and the value of the field in two columns. */
function transpose(
  fixed: DataRecord,
  others: readonly (readonly [string, Value])[],
  { title, value }: Columns,
): DataRecord[] {
  assertRecordLimits(others.length, fixed);
  if (others.length === 0) return [{ ...fixed, [title]: null, [value]: null }];
  return others.map(([name, cell]) => ({ ...fixed, [title]: name, [value]: cell }));
}

function joinTexts(texts: readonly string[], separator: string): string {
  assertTextLength(texts.reduce((length, text) => length + text.length + separator.length, 0));
  return texts.join(separator);
}

/** Turns columns into rows: a table with a column for each year becomes one with a row for each year. */
export const transposeColumnsToRows = defineProcessor({
  type: 'transpose_columns_to_rows',
  label: 'Transpose columns to rows',
  replacesFields: true,
  parameters: [
    {
      name: 'fixed_fields',
      type: 'text',
      label: 'Fixed fields',
      description: 'The names of the fields that every row keeps, separated by commas.',
      isMandatory: true,
    },
    {
      name: 'invert_fixed_fields',
      type: 'boolean',
      label: 'Invert fixed fields',
      description: 'Transposes the named fields and keeps all others.',
      isMandatory: false,
      default: 'false',
    },
    {
      name: 'label_for_title_column',
      type: 'field',
      label: 'Label for title column',
      description: 'Receives the names of the transposed fields.',
      isMandatory: true,
      canCreateField: true,
    },
    {
      name: 'label_for_value_column',
      type: 'field',
      label: 'Label for value column',
      description: 'Receives the values of the transposed fields.',
      isMandatory: true,
      canCreateField: true,
    },
    {
      name: 'one_line',
      type: 'boolean',
      label: 'One line',
      description: 'Creates one row, with all names in one text and all values in another.',
      isMandatory: false,
      default: 'false',
    },
    {
      name: 'separator',
      type: 'text',
      label: 'Separator',
      description: 'Separates the names and values when one_line is set.',
      isMandatory: false,
      default: ';',
    },
  ],
  check: ({
    fixed_fields: names,
    invert_fixed_fields: isInverted,
    label_for_title_column: title,
    label_for_value_column: value,
    separator,
  }) => {
    const fixed = isInverted ? [] : namesOf(names);
    return {
      ...(fixed.includes(title) ? { label_for_title_column: ['Choose a field that is not a fixed field.'] } : {}),
      ...(title === value || fixed.includes(value)
        ? { label_for_value_column: ['Choose a field that is neither the title column nor a fixed field.'] }
        : {}),
      ...(separator.length > maxReplacementLength
        ? { separator: [`Give at most ${maxReplacementLength} characters.`] }
        : {}),
    };
  },
  inputs: (params) => namesOf(params.fixed_fields),
  prepare: (params) => {
    const named = new Set(namesOf(params.fixed_fields));
    const columns = { title: params.label_for_title_column, value: params.label_for_value_column };
    return (record) => {
      const { fixed = [], others = [] } = Object.groupBy(Object.entries(record), ([name]) =>
        named.has(name) === params.invert_fixed_fields ? 'others' : 'fixed',
      );
      const kept: DataRecord = Object.fromEntries(fixed);
      if (!params.one_line) return transpose(kept, others, columns);
      kept[columns.title] =
        joinTexts(
          others.map(([name]) => name),
          params.separator,
        ) || null;
      kept[columns.value] =
        joinTexts(
          others.map(([, cell]) => textOf(cell)),
          params.separator,
        ) || null;
      return kept;
    };
  },
});
