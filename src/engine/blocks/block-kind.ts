import type { FieldErrors } from '../../kernel/fail.ts';
import type { Json } from '../../kernel/json.ts';
import type { Block, BlockSettings, GivenSettings, SettingsName } from './block.ts';
import type { Compared } from './conditions/condition-operators.ts';

/** A value as it is stored, or what is wrong with it, for the person who gave it. */
export type Reading = { readonly value: Json } | { readonly problem: string };

/** An image that is stored. */
export type StoredImage = { readonly id: string; readonly filename: string };

/** The images of a submission. */
export interface SubmittedImages {
  /** The names of the multipart parts that came with files. */
  readonly parts: ReadonlySet<string>;
  /** What the submission has already, by id. */
  readonly stored: ReadonlyMap<string, StoredImage>;
}

/** What a kind of block is told beside what every block is. */
export interface SettingsOfKind {
  readonly name: SettingsName;
  /** The block with all of its settings, as far as there are any unless told. */
  completed(block: Block): Block;
  /** What is wrong with them, by place below the block. */
  check(block: Block): FieldErrors;
}

/** One kind of block. */
export interface BlockKind {
  /** How conditions compare its values. */
  readonly compared: Compared;
  readonly settings?: SettingsOfKind;
  /** Reads an answer that is not empty; a value that it answers it reads as the same one again. */
  read(answer: Json, block: Block, images: SubmittedImages): Reading;
}

/** Declares what a kind is told: what it is unless told, or else it has to be told; and what is wrong with it, by name. */
export function settingsNamed<Name extends SettingsName>(
  name: Name,
  {
    unlessTold,
    check,
  }: { readonly unlessTold?: BlockSettings[Name]; readonly check: (told: BlockSettings[Name]) => FieldErrors },
): SettingsOfKind {
  return {
    name,
    completed: (block) => ({ ...block, [name]: block[name] ?? unlessTold ?? null }),
    check: (block) => {
      const all: GivenSettings = block;
      const told = all[name];
      if (told == null) return { [name]: [`A block of the type ${block.type} needs these settings.`] };
      return Object.fromEntries(Object.entries(check(told)).map(([place, problems]) => [`${name}.${place}`, problems]));
    },
  };
}

/** Whether an answer says nothing: such a one is read back as null. */
export const isEmptyAnswer = (answer: Json): boolean =>
  answer === null ||
  (typeof answer === 'string' && answer.trim() === '') ||
  (Array.isArray(answer) && answer.length === 0);
