import type { Geometry } from '#engine/geo/processing/geometry.ts';
import { optionalOutputField } from '../output-field.ts';
import { defineProcessor, type Processor } from '../processor.ts';
import { createConversion } from './geo-values.ts';

interface Conversion {
  readonly type: string;
  readonly label: string;
  /** Undefined for a text that cannot be converted. */
  readonly convert: (text: string) => Geometry | undefined;
  /** The error message for a value that cannot be converted. */
  readonly problem: string;
}

/** Defines a processor that converts texts of another notation to GeoJSON. */
export const defineGeojsonConversion = ({ type, label, convert, problem }: Conversion): Processor =>
  defineProcessor({
    type,
    label,
    parameters: [{ name: 'field', type: 'field', label: 'Field', isMandatory: true }, optionalOutputField],
    prepare: ({ field, output_field: output }) =>
      createConversion(
        field,
        output || field,
        (value) => (typeof value === 'string' ? convert(value) : undefined),
        problem,
      ),
  });
