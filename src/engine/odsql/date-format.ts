/** A letter of `date_format`, as often as it is written. */
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
export type DateFormat = (typeof dateFormats)[number];

/** A part of a pattern of `date_format`: a part of the date, or a text as it is. */
export type DateToken = { readonly format: DateFormat } | { readonly text: string };
