import { compileExpression } from './compile-expression.ts';
import { expressionFunctions } from './expression-functions.ts';
import { binaryOperators, unaryOperators } from './expression-operators.ts';
import { namesInExpression } from './names-in-expression.ts';
import { defineProcessor } from '../processor.ts';
import { reportFailure } from '../report-failure.ts';

/** Computes a value from the fields of a record. A failure is reported and gives null. */
export const expression = defineProcessor({
  type: 'expression',
  label: 'Expression',
  parameters: [
    {
      name: 'expression',
      type: 'text',
      label: 'Expression',
      isMandatory: true,
      trim: 'true',
      description: `Fields by name ($name before a digit or for a word of the language, any name as field("name")), their contents (place.city, tags[0]), numbers, texts in " or ', the operators ${Object.keys({ ...binaryOperators, ...unaryOperators }).join(' ')}, condition ? then : else, and the functions ${Object.keys(expressionFunctions).join(', ')}: if(price > 10, round(price * 1.2, 2), upper(name)).`,
    },
    { name: 'output_field', type: 'field', label: 'Output field', isMandatory: true, canCreateField: true },
  ],
  check: ({ expression: text }) => {
    const compiled = compileExpression(text);
    return typeof compiled === 'function' ? {} : { expression: [compiled.error] };
  },
  inputs: ({ expression: text }) => namesInExpression(text),
  prepare: ({ expression: text, output_field: output }) => {
    const compute = compileExpression(text);
    return (record, report) => {
      if (typeof compute === 'function') record[output] = reportFailure(output, report, () => compute(record));
      return record;
    };
  },
});
