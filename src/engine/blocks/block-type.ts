import type { FieldErrors } from '#kernel/fail.ts';
import type { Json } from '#kernel/json.ts';
import type { Block, BlockSettings, PartialBlockSettings, SettingsName } from './block.ts';
import type { ComparisonType } from './conditions/condition-operators.ts';

/** A value as it is stored, or an error message for the submitter. */
export type ParseResult = { readonly value: Json } | { readonly problem: string };

/** An image that is stored. */
export type StoredImage = { readonly id: string; readonly filename: string };

/** The images of a submission. */
export interface SubmittedImages {
  /** The names of the multipart parts that came with files. */
  readonly parts: ReadonlySet<string>;
  /** The images that the submission already has, by id. */
  readonly stored: ReadonlyMap<string, StoredImage>;
}

/** How the settings of a type of block are filled in and checked, in addition to those that every block has. */
export interface SettingsDefinition {
  readonly name: SettingsName;
  /** The block with the default settings of its type filled in. */
  withDefaults(block: Block): Block;
  /** The errors in the settings, by path below the block. */
  check(block: Block): FieldErrors;
}

/** The definition of one type of block. */
export interface BlockTypeDefinition {
  /** How conditions compare the values of blocks of this type. */
  readonly comparisonType: ComparisonType;
  readonly settings?: SettingsDefinition;
  /** Parses an answer that is not empty. Idempotent: parsing a value that it returned returns the same value. */
  parse(answer: Json, block: Block, images: SubmittedImages): ParseResult;
}

/** Defines the settings of a type of block by their defaults and their check. Without defaults, the settings are required. */
export function defineSettings<Name extends SettingsName>(
  name: Name,
  {
    defaults,
    check,
  }: { readonly defaults?: BlockSettings[Name]; readonly check: (settings: BlockSettings[Name]) => FieldErrors },
): SettingsDefinition {
  return {
    name,
    withDefaults: (block) => ({ ...block, [name]: block[name] ?? defaults ?? null }),
    check: (block) => {
      const settingsByName: PartialBlockSettings = block;
      const settings = settingsByName[name];
      if (settings == null) return { [name]: [`A block of the type ${block.type} needs these settings.`] };
      return Object.fromEntries(
        Object.entries(check(settings)).map(([path, problems]) => [`${name}.${path}`, problems]),
      );
    },
  };
}

/** Whether an answer is empty. An empty answer is stored as null. */
export const isEmptyAnswer = (answer: Json): boolean =>
  answer === null ||
  (typeof answer === 'string' && answer.trim() === '') ||
  (Array.isArray(answer) && answer.length === 0);
