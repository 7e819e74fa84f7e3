/** The formats of `date_format`: a letter and its repetitions, such as `M`, `MM` and `MMMM`. */
export const dateFormats = [
  'yy',
  'yyyy',
  'xx',
  'xxxx',
  'w',
  'ww',
  'e',
  'E',
  'EEEE',
  'D',
  'DDD',
  'M',
  'MM',
  'MMM',
  'MMMM',
  'd',
  'dd',
  'H',
  'HH',
  'm',
  'mm',
  's',
  'ss',
] as const;
/** One of the formats. */
export type DateFormat = (typeof dateFormats)[number];

/** A token of a `date_format` pattern: a part of the date, or literal text. */
export type DateToken = { readonly format: DateFormat } | { readonly text: string };
