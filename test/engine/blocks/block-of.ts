import type { Block, BlockType } from '#engine/blocks/block.ts';

/** A block of a form, with what every block has. */
export const blockOf = (type: BlockType, rest: Partial<Block> = {}): Block => ({
  fieldId: 'a',
  type,
  label: 'A',
  placeholder: '',
  helpText: '',
  required: false,
  unique: false,
  conditionsAction: 'show',
  conditionsMatch: 'and',
  conditions: [],
  ...rest,
});

/** No images. */
export const noImages = { parts: new Set<string>(), stored: new Map() };
