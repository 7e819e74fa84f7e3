import type { FormBlockType, FormPageQuery } from '#portal-page/generated/operations.ts';

/** A published form. */
export type Form = NonNullable<FormPageQuery['form']> & { readonly isPlaceSearchEnabled: boolean };
/** A question of a form. */
export type Block = Form['sections'][number]['blocks'][number];

/** A value that was chosen, and how it is shown. */
export interface Chosen {
  readonly value: string;
  readonly label: string;
}

/** What a visitor entered for a question, as the inputs show it. */
export interface Entered {
  readonly text?: string;
  readonly isChecked?: boolean;
  readonly chosen?: readonly Chosen[];
  /** The parts of a contact or a place, by name. */
  readonly parts?: Readonly<Record<string, string>>;
}

/** What was entered, by question. */
export type Answers = Readonly<Record<string, Entered>>;

/** An answer as the graph expects it; null where there is none. */
export type Answer = string | number | boolean | null | readonly string[] | Readonly<Record<string, string | number>>;

type Read = (entered: Entered, block: Pick<Block, 'dateTime'>) => Answer;

const trimmed = ({ text = '' }: Entered): string => text.trim();
const textOf: Read = (entered) => trimmed(entered) || null;
const listOf = (values: readonly string[]): Answer => (values.length === 0 ? null : [...new Set(values)]);
const chosenIn = ({ chosen = [] }: Entered): readonly string[] => chosen.map(({ value }) => value);

/** The choice, and the text next to it. */
const choiceOf: Read = (entered) => listOf([...chosenIn(entered), trimmed(entered)].filter((value) => value !== ''));

const numberOf: Read = (entered) => {
  const text = trimmed(entered);
  const value = Number(text);
  return text === '' || !Number.isFinite(value) ? null : value + 0;
};

/** A day, or an instant in whole seconds of UTC: inputs hold the time of the visitor. */
const dateOf: Read = (entered, { dateTime }) => {
  const text = trimmed(entered);
  if (text === '' || dateTime?.hasTime !== true) return text || null;
  const instant = new Date(text);
  return Number.isNaN(instant.getTime()) ? null : `${instant.toISOString().slice(0, 19)}Z`;
};

const contactOf: Read = ({ parts = {} }) => {
  const filled = Object.entries(parts).filter(([, part]) => part.trim() !== '');
  return filled.length === 0 ? null : Object.fromEntries(filled.map(([name, part]) => [name, part.trim()] as const));
};

const placeOf: Read = ({ parts: { lat = '', lon = '', name = '' } = {} }) => {
  const place = {
    ...(lat !== '' && { lat: Number(lat) }),
    ...(lon !== '' && { lon: Number(lon) }),
    ...(name.trim() !== '' && { name: name.trim() }),
  };
  return Object.keys(place).length === 0 ? null : place;
};

const answers: Readonly<Record<FormBlockType, Read>> = {
  advanced_choice: choiceOf,
  // filled in by programs
  autofill: () => null,
  boolean: ({ isChecked = false }) => isChecked,
  choice: choiceOf,
  contact: contactOf,
  date_time: dateOf,
  // the file is sent next to the answers
  image: () => null,
  keywords: ({ text = '' }) => listOf(text.split('\n').flatMap((line) => line.trim() || [])),
  legal: ({ isChecked = false }) => isChecked || null,
  linked_datasets: (entered) => listOf(chosenIn(entered)),
  location_picker: placeOf,
  location_search: placeOf,
  number: numberOf,
  siret: ({ text = '' }) => text.replace(/\s/g, '') || null,
  text: textOf,
  url: textOf,
};

/** The answer to a question. */
export const answerOf = (block: Pick<Block, 'type' | 'dateTime'>, entered: Entered = {}): Answer =>
  answers[block.type](entered, block);
