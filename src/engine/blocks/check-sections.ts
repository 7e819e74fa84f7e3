import type { FieldErrors } from '#kernel/fail.ts';
import { blockTypes, type Block, type Section, type SettingsName } from './block.ts';
import { checkConditions, cyclicBlocks } from './conditions.ts';
import { parseText } from './block-type.ts';
import { blocksOf } from './parse-answers.ts';
import { blockTypeDefinitions } from './registry.ts';

const maxSections = 50;
const maxBlocks = 200;
/** The maximum length of all sections together, in characters of JSON. */
const maxDefinitionLength = 500_000;
const maxSectionLengths = { title: 1000 } as const;
const maxTextLengths = { label: 1000, placeholder: 1000, helpText: 10_000 } as const;

const namePattern = /^[a-zA-Z][a-zA-Z0-9_-]{0,99}$/;
/** Names that no block may have, because other parts of a submission request have them. */
const reservedNames: ReadonlySet<string> = new Set(['data', 'g-recaptcha-response']);

const settingsNames: ReadonlySet<SettingsName> = new Set(
  blockTypes.flatMap((type) => blockTypeDefinitions[type].settings?.name ?? []),
);

/** The sections with the default settings of their blocks filled in. */
export const sectionsWithDefaults = (sections: readonly Section[]): Section[] =>
  sections.map(({ title, blocks }) => ({
    title,
    blocks: blocks.map((block) => blockTypeDefinitions[block.type].settings?.withDefaults(block) ?? block),
  }));

/** The errors in the sections of a form, by path: `sections.0.blocks.2.conditions.0.fieldId`; empty when there are none. */
export function checkSections(sections: readonly Section[]): FieldErrors {
  if (sections.length > maxSections) return { sections: [`Use at most ${maxSections} sections.`] };
  const blocks = blocksOf(sections);
  if (blocks.length > maxBlocks) return { sections: [`Use at most ${maxBlocks} blocks in all.`] };
  if (JSON.stringify(sections).length > maxDefinitionLength)
    return { sections: [`Use at most ${maxDefinitionLength} characters of JSON in all.`] };
  const errors: Record<string, readonly string[]> = {};
  const cyclic = cyclicBlocks(blocks);
  const usedNames = new Set<string>();
  for (const [sectionIndex, section] of sections.entries()) {
    const sectionPath = `sections.${sectionIndex}`;
    Object.assign(errors, withPathPrefix(sectionPath, textErrors({ title: section.title }, maxSectionLengths)));
    for (const [blockIndex, block] of section.blocks.entries()) {
      Object.assign(
        errors,
        withPathPrefix(`${sectionPath}.blocks.${blockIndex}`, {
          ...checkBlock(block),
          ...(usedNames.has(block.fieldId) && { fieldId: ['Another block has this name.'] }),
          ...checkConditions(block, blocks),
          ...(cyclic.has(block.fieldId) && { conditions: ['These conditions form a cycle.'] }),
        }),
      );
      usedNames.add(block.fieldId);
    }
  }
  return errors;
}

function checkBlock(block: Block): FieldErrors {
  const { fieldId, type, label, placeholder, helpText } = block;
  const { settings } = blockTypeDefinitions[type];
  const foreignSettings = [...settingsNames].filter((name) => name !== settings?.name && block[name] != null);
  return {
    ...((!namePattern.test(fieldId) || fieldId in {} || reservedNames.has(fieldId)) && {
      fieldId: [
        'Use 1 to 100 ASCII letters, digits, _ and -, starting with a letter. Reserved names, such as data and constructor, are not allowed.',
      ],
    }),
    ...textErrors({ label, placeholder, helpText }, maxTextLengths),
    ...(label.trim() === '' && { label: ['Give the block a label.'] }),
    ...Object.fromEntries(foreignSettings.map((name) => [name, [`A block of the type ${type} has no such settings.`]])),
    ...settings?.check(block),
  };
}

function textErrors(
  given: Readonly<Record<string, string>>,
  maxLengths: Readonly<Record<string, number>>,
): FieldErrors {
  return Object.fromEntries(
    Object.entries(maxLengths).flatMap(([name, maxLength]) => {
      const parsed = parseText(given[name], maxLength);
      return 'problem' in parsed ? [[name, [parsed.problem.message]]] : [];
    }),
  );
}

const withPathPrefix = (path: string, errors: FieldErrors): FieldErrors =>
  Object.fromEntries(Object.entries(errors).map(([name, messages]) => [`${path}.${name}`, messages]));
