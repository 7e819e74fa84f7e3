import { uniqueNames } from '#kernel/text.ts';
import { geoMetadata } from '#engine/exports/parquet-export.ts';
import { storedFieldsKey, type StoredField } from '#engine/exports/parquet/copy-columns.ts';
import type { MadeColumn, StoredForm } from '#platform/columns/column-engine.ts';
import { columnsOf, type RecordField, technicalColumns } from '../record-field.ts';

/** How the columns of a field are stored, and restored. */
interface FieldForm {
  /** The column with the values that exports have; null where it has others. */
  readonly own: MadeColumn | null;
  readonly others: readonly MadeColumn[];
  readonly restored: readonly MadeColumn[];
}

/**
 * The form of the Parquet file of a generation: first a column for each field, with its name and the values that an export has of it, so that exports copy it and others read it.
 * Names that differ only in case are numbered, because many readers do not tell them apart. Columns that begin with `_` are the service's own. Words and coordinates
 * are not stored: they are made again of the values.
 */
export function storedFormOf(fields: readonly RecordField[]): StoredForm {
  const technical = technicalColumns.map(({ name }) => ({ name: serviceName(name), column: name }));
  const reserved = [
    ...technical.map(({ name }) => name),
    ...fields.flatMap(columnsOf).map(({ name }) => serviceName(name)),
  ];
  const names = uniqueNames([...reserved, ...fields.map(({ name }) => name)], (name, suffix) => name + suffix).slice(
    reserved.length,
  );
  const forms = fields.map((field, index) => formOf(field, names[index] ?? field.name));
  const described = fields.flatMap((field, index) => {
    const own = forms[index]?.own;
    return own ? [{ ...field, name: own.name }] : [];
  });
  const geo = geoMetadata(described);
  return {
    columns: [
      ...forms.flatMap(({ own }) => own ?? []),
      ...forms.flatMap(({ others }) => others),
      ...technical.map(({ name, column }) => ({ name, from: [column] })),
    ],
    restored: [
      ...technical.map(({ name, column }) => ({ name: column, from: [name] })),
      ...forms.flatMap(({ restored }) => restored),
    ],
    metadata: {
      [storedFieldsKey]: JSON.stringify(
        described.map(({ name, column, type, isMultivalued, label, description }): StoredField => ({
          ...{ name, column, type, isMultivalued, label, description },
        })),
      ),
      ...(geo !== undefined && { geo }),
    },
  };
}

const serviceName = (column: string): string => (column.startsWith('_') ? column : `_${column}`);

function formOf(field: RecordField, name: string): FieldForm {
  const { column, type, isMultivalued } = field;
  const own = { name, from: [column] };
  switch (type) {
    case 'text': {
      const macro = isMultivalued ? 'list_words' : 'text_words';
      return {
        own,
        others: [],
        restored: [
          { name: column, from: [name] },
          { name: `${column}_words`, from: [name], macro },
        ],
      };
    }
    case 'geo_point_2d': {
      const [lon, lat] = [`${column}_lon`, `${column}_lat`];
      return {
        own: { name, from: [lon, lat], macro: 'point_wkb' },
        others: [],
        restored: [
          { name: lon, from: [name], macro: 'point_lon' },
          { name: lat, from: [name], macro: 'point_lat' },
        ],
      };
    }
    case 'geo_shape':
      // Well-known binary lacks what GeoJSON may have in addition, so both are stored.
      return { own: { name, from: [column], macro: 'shape_wkb' }, ...renamedColumns(field) };
    case 'file':
      // The address of a file depends on who asks.
      return { own: null, ...renamedColumns(field) };
    case 'int':
    case 'double':
    case 'date':
    case 'datetime':
      return { own, others: [], restored: [{ name: column, from: [name] }] };
  }
}

/** The columns of a field under names of the service. */
function renamedColumns(field: RecordField): Pick<FieldForm, 'others' | 'restored'> {
  const columns = columnsOf(field).map(({ name }) => ({ column: name, stored: serviceName(name) }));
  return {
    others: columns.map(({ column, stored }) => ({ name: stored, from: [column] })),
    restored: columns.map(({ column, stored }) => ({ name: column, from: [stored] })),
  };
}
