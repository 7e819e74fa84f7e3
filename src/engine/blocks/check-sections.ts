import type { FieldErrors } from '../../kernel/fail.ts';
import { blockTypes, type Block, type Section, type SettingsName } from './block.ts';
import { checkConditions, endlessBlocks } from './conditions/check-conditions.ts';
import { readText } from './kinds/read-text.ts';
import { blocksOf } from './read-answers.ts';
import { blockKinds } from './registry.ts';

const mostSections = 50;
const mostBlocks = 200;
/** The maximum length of a definition, in characters of JSON. */
const longest = 500_000;
const longestTitle = { title: 1000 } as const;
const longestTexts = { label: 1000, placeholder: 1000, helpText: 10_000 } as const;

const namePattern = /^[a-zA-Z][a-zA-Z0-9_-]{0,99}$/;
/** The names of other parts of a submission request. */
const partNames: ReadonlySet<string> = new Set(['data', 'g-recaptcha-response']);

const settingsNames: ReadonlySet<SettingsName> = new Set(
  blockTypes.flatMap((type) => blockKinds[type].settings?.name ?? []),
);

/** The sections with the default settings of their blocks filled in. */
export const completedSections = (sections: readonly Section[]): Section[] =>
  sections.map(({ title, blocks }) => ({
    title,
    blocks: blocks.map((block) => blockKinds[block.type].settings?.completed(block) ?? block),
  }));

/** The errors in the sections of a form, by path: `sections.0.blocks.2.conditions.0.fieldId`; empty when there are none. */
export function checkSections(sections: readonly Section[]): FieldErrors {
  if (sections.length > mostSections) return { sections: [`Use at most ${mostSections} sections.`] };
  const blocks = blocksOf(sections);
  if (blocks.length > mostBlocks) return { sections: [`Use at most ${mostBlocks} blocks in all.`] };
  if (JSON.stringify(sections).length > longest)
    return { sections: [`Use at most ${longest} characters of JSON in all.`] };
  const errors: Record<string, readonly string[]> = {};
  const endless = endlessBlocks(blocks);
  const seen = new Set<string>();
  for (const [at, section] of sections.entries()) {
    Object.assign(errors, below(`sections.${at}`, texts({ title: section.title }, longestTitle)));
    for (const [place, block] of section.blocks.entries()) {
      Object.assign(
        errors,
        below(`sections.${at}.blocks.${place}`, {
          ...checkBlock(block),
          ...(seen.has(block.fieldId) && { fieldId: ['Another block has this name.'] }),
          ...checkConditions(block, blocks),
          ...(endless.has(block.fieldId) && { conditions: ['These conditions form a cycle.'] }),
        }),
      );
      seen.add(block.fieldId);
    }
  }
  return errors;
}

function checkBlock(block: Block): FieldErrors {
  const { fieldId, type, label, placeholder, helpText } = block;
  const { settings } = blockKinds[type];
  const foreign = [...settingsNames].filter((name) => name !== settings?.name && block[name] != null);
  return {
    ...((!namePattern.test(fieldId) || fieldId in {} || partNames.has(fieldId)) && {
      fieldId: [
        'Use 1 to 100 letters of ASCII, digits, _ and -, a letter first; not data, nor a name that every object has.',
      ],
    }),
    ...texts({ label, placeholder, helpText }, longestTexts),
    ...(label.trim() === '' && { label: ['Give the block a label.'] }),
    ...Object.fromEntries(foreign.map((name) => [name, [`A block of the type ${type} has no such settings.`]])),
    ...settings?.check(block),
  };
}

function texts(given: Readonly<Record<string, string>>, longestOf: Readonly<Record<string, number>>): FieldErrors {
  return Object.fromEntries(
    Object.entries(longestOf).flatMap(([name, most]) => {
      const reading = readText(given[name], most);
      return 'problem' in reading ? [[name, [reading.problem]]] : [];
    }),
  );
}

const below = (place: string, errors: FieldErrors): FieldErrors =>
  Object.fromEntries(Object.entries(errors).map(([name, messages]) => [`${place}.${name}`, messages]));
