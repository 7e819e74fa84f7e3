import type { DataRecord, Field, Value } from '../records/record.ts';
import { compileDateFormat } from './date-formats.ts';

/** A processor that would turn the texts of a field into numbers or dates. It is proposed, never applied: the texts may be codes. */
export interface StepProposal {
  /** The final name of the field. */
  readonly field: string;
  /** The type of the processor. */
  readonly type: string;
  /** The parameters of the processor. */
  readonly params: Readonly<Record<string, string>>;
  /** What the texts look like: a sentence. */
  readonly reason: string;
  /** One of the texts. */
  readonly exampleText: string;
  /** The same text after the step. */
  readonly convertedText: string;
}

/** A field of the sample. */
interface SampledField extends Pick<Field, 'name' | 'type'> {
  /** The name that processors know. */
  readonly original: string;
  /** Whether a configuration or the source sets its type. */
  readonly isTyped: boolean;
}

/**
 * Proposes a step for each field whose texts are all numbers as other countries write them, such as `1.234,50`, or all days with the
 * year last, such as `31.12.1999`. Where the texts have two meanings, both are proposed, the likelier first. Fields with a given type
 * and texts with leading zeros, which are codes, are left as they are.
 */
export function proposeSteps(sample: readonly DataRecord[], fields: readonly SampledField[]): readonly StepProposal[] {
  const observed = fields.flatMap((field) => {
    const texts = textsOf(sample, field);
    return texts ? [{ field, texts }] : [];
  });
  const decimalMark = commonDecimalMark(observed.map(({ texts }) => texts));
  return observed.flatMap(({ field, texts }) => [
    ...numberSteps(field, texts, decimalMark),
    ...texts.dateFormats.map((format) => dateStep(field, texts, format)),
  ]);
}

/** How a number may be written: the mark before its decimals, and those between its thousands, of which a text has only one. */
interface NumberFormat {
  readonly decimalMark: ',' | '.';
  readonly groupMarks: readonly string[];
  readonly pattern: RegExp;
}

/** A number with more digits before the mark is a code, and not exact. */
const maxDigits = 15;

function numberFormat(decimalMark: ',' | '.', groupMarks: readonly string[]): NumberFormat {
  const whole = `0|[1-9]\\d{0,${maxDigits - 1}}|[1-9]\\d{0,2}(?:([${groupMarks.join('')}])\\d{3}(?:\\1\\d{3}){0,3})`;
  return { decimalMark, groupMarks, pattern: new RegExp(`^-?(?:${whole})(?:[${decimalMark}]\\d+)?$`) };
}

/** The space, the no-break space, the narrow no-break space, and the apostrophes of Switzerland. */
const spaces = [' ', '\u00a0', '\u202f', "'", '\u2019'];

const numberFormats: readonly NumberFormat[] = [
  numberFormat(',', ['.']),
  numberFormat(',', spaces),
  numberFormat('.', [',']),
  numberFormat('.', spaces),
];

interface DateFormat {
  readonly format: string;
  readonly parse: (text: string) => string | undefined;
}

/** Formats of days with the year last, the likelier first. Where dots are written, the day is first. */
const dateFormats: readonly DateFormat[] = ['%d.%m', '%d/%m', '%d-%m', '%m/%d', '%m-%d']
  .flatMap((day) => ['%Y', '%y'].map((year) => `${day}${day[2] ?? ''}${year}`))
  .flatMap((day) => [day, `${day} %H:%M`, `${day} %H:%M:%S`])
  .flatMap((format) => {
    const parse = compileDateFormat(format);
    return typeof parse === 'function' ? [{ format, parse }] : [];
  });

/** The distinct texts of a field, and what all of them may be. */
interface Texts {
  readonly all: ReadonlySet<string>;
  readonly numberFormats: readonly NumberFormat[];
  readonly dateFormats: readonly DateFormat[];
  /** The longest text, which shows most. */
  readonly example: string;
  /** Whether few values have a mark: these are lists of codes, such as `2,4`, rather than decimals. */
  readonly hasFewMarks: boolean;
}

/** The share of the values of a field of numbers that have a mark. */
const minMarkedShare = 0.1;

/** No number and no day is longer. */
const maxLength = 40;

/** The texts of a field; undefined when they are neither numbers nor days. Reading stops at the first value that is neither. */
function textsOf(sample: readonly DataRecord[], { name, type, isTyped }: SampledField): Texts | undefined {
  if (isTyped || (type !== 'text' && type !== 'double')) return undefined;
  const all = new Set<string>();
  let [numbers, dates, example] = [numberFormats, dateFormats, ''];
  let [count, marked] = [0, 0];
  for (const record of sample) {
    const value: Value = record[name] ?? null;
    if (value === null) continue;
    if (typeof value !== 'string' || value.length > maxLength) return undefined;
    if (value === '') continue;
    count++;
    if (/[^\d-]/.test(value)) marked++;
    if (all.has(value)) continue;
    all.add(value);
    numbers = numbers.filter(({ pattern }) => pattern.test(value));
    dates = dates.filter(({ parse }) => parse(value) !== undefined);
    if (numbers.length === 0 && dates.length === 0) return undefined;
    if (value.length > example.length) example = value;
  }
  const hasFewMarks = marked < count * minMarkedShare;
  return all.size === 0 ? undefined : { all, numberFormats: numbers, dateFormats: dates, example, hasFewMarks };
}

const isUsed = ({ all }: Texts, mark: string): boolean => [...all].some((text) => text.includes(mark));

/** Whether the only mark of each text is followed by three digits, as in thousands and in decimals. */
const isAmbiguous = ({ all }: Texts): boolean => [...all].every((text) => /^-?(\d+|[1-9]\d{0,2}[.,]\d{3})$/.test(text));

/** The mark before decimals that all fields with unambiguous numbers have; undefined where there is none. */
function commonDecimalMark(fields: readonly Texts[]): ',' | '.' | undefined {
  const marks = fields.flatMap((texts) => {
    if (isAmbiguous(texts)) return [];
    const possible = new Set(texts.numberFormats.map(({ decimalMark }) => decimalMark));
    const [mark] = possible;
    return possible.size === 1 && mark !== undefined ? [mark] : [];
  });
  return new Set(marks).size === 1 ? marks[0] : undefined;
}

/** The steps that make numbers of the texts of a field. */
function numberSteps(field: SampledField, texts: Texts, commonMark: ',' | '.' | undefined): readonly StepProposal[] {
  // A point followed by three digits reads as decimals, unless other fields show that the point stands between thousands.
  const isThousands = commonMark === ',' && isUsed(texts, '.') && isAmbiguous(texts);
  if (texts.hasFewMarks || (field.type === 'double' && !isThousands)) return [];
  const steps = texts.numberFormats
    .filter(({ decimalMark }) => !isAmbiguous(texts) || commonMark === undefined || decimalMark === commonMark)
    .map((format) => numberStep(field, texts, format))
    .filter(({ exampleText, convertedText }) => exampleText !== convertedText);
  // Formats that differ only in marks which no text has make the same step.
  return steps.filter(
    (step, index) => steps.findIndex(({ convertedText }) => convertedText === step.convertedText) === index,
  );
}

/** The step that writes the numbers of a format with a decimal point, and without marks between thousands. */
function numberStep(
  { name, original }: SampledField,
  texts: Texts,
  { decimalMark, groupMarks }: NumberFormat,
): StepProposal {
  const changes = [
    ...groupMarks.filter((mark) => isUsed(texts, mark)).map((mark) => ({ mark, by: '' })),
    ...(decimalMark === ',' && isUsed(texts, ',') ? [{ mark: ',', by: '.' }] : []),
  ];
  const marks = [
    ...(isUsed(texts, ',') && decimalMark === ',' ? ['a decimal comma'] : []),
    ...(changes.some(({ by }) => by === '') ? ['marks between thousands'] : []),
  ];
  return {
    field: name,
    ...changeProcessor(original, changes),
    reason: `The texts are numbers with ${marks.join(' and ')}.`,
    exampleText: texts.example,
    convertedText: changes.reduce((text, { mark, by }) => text.replaceAll(mark, by), texts.example),
  };
}

/** The processor that replaces marks in a field: the plainest one. */
function changeProcessor(
  field: string,
  changes: readonly { readonly mark: string; readonly by: string }[],
): Pick<StepProposal, 'type' | 'params'> {
  const [first] = changes;
  if (first && changes.length === 1)
    return { type: 'string_replace', params: { field, old: first.mark, new: first.by } };
  const expression = changes.reduce(
    (inner, { mark, by }) => `replace(${inner}, "${mark}", "${by}")`,
    `field(${JSON.stringify(field)})`,
  );
  return { type: 'expression', params: { expression, output_field: field } };
}

/** The step that writes days, or days with a time, as ISO does. */
function dateStep({ name, original }: SampledField, { example }: Texts, { format, parse }: DateFormat): StepProposal {
  return {
    field: name,
    type: 'date_normalizer',
    params: { field: original, date_format: format },
    reason: `The texts are ${format.includes('%H') ? 'times' : 'days'} with the ${format.startsWith('%d') ? 'day' : 'month'} first.`,
    exampleText: example,
    convertedText: parse(example) ?? '',
  };
}
