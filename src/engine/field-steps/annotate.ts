import type { FieldStep } from './field-step.ts';
import { nameProblem, problemsOf, textProblem } from './text-rules.ts';

/** The names of annotations (docs/contract/objects.md, Field configurations). */
export type AnnotationName =
  'id' | 'timeserie_precision' | 'unit' | 'decimals' | 'sortable' | 'multivalued' | 'hierarchical';

interface AnnotateParams {
  readonly field: string;
  readonly annotation: AnnotationName;
  readonly args: readonly (string | number)[];
}

const maxArgs = 100;
const maxArgLength = 1_000;

/** Adds an annotation to a field. It replaces an annotation of the same name. */
export const annotate: FieldStep<AnnotateParams> = {
  check: ({ field, args }) => problemsOf({ field: nameProblem(field), args: argsProblem(args) }),
  transform:
    ({ field: name, annotation, args }) =>
    (field) =>
      field.name === name
        ? {
            ...field,
            annotations: [
              ...field.annotations.filter((existing) => existing.name !== annotation),
              { name: annotation, args },
            ],
          }
        : field,
};

function argsProblem(args: readonly (string | number)[]): string | undefined {
  if (args.length > maxArgs) return `Give at most ${maxArgs} texts or whole numbers.`;
  return args.map((arg) => textProblem(String(arg), maxArgLength)).find((problem) => problem !== undefined);
}
