import { CommandError } from '../exit-codes.ts';
import { assetNoun } from './asset.ts';
import { connectionNoun } from './connection.ts';
import { datasetNoun } from './dataset.ts';
import { formNoun } from './form.ts';
import { glossaryNoun } from './glossary.ts';
import { groupNoun } from './group.ts';
import { harvesterNoun } from './harvester.ts';
import { imageNoun } from './image.ts';
import type { Noun } from './noun.ts';
import { pageNoun } from './page.ts';
import { providerNoun } from './provider.ts';
import { settingsNoun } from './settings.ts';
import { templateNoun } from './template.ts';

/** The nouns that files hold, in the order in which they are applied. They are pruned in the opposite order. */
export const nouns: readonly Noun[] = Object.freeze([
  groupNoun,
  templateNoun,
  settingsNoun,
  providerNoun,
  connectionNoun,
  imageNoun,
  glossaryNoun,
  formNoun,
  harvesterNoun,
  datasetNoun,
  pageNoun,
  assetNoun,
]);

/** What a command works on: nouns, or single items as `datasets/trees`. */
export interface Selection {
  readonly nouns: readonly Noun[];
  readonly includes: (noun: Noun, key: string) => boolean;
  /** The single items that were named, and that nothing was. */
  readonly unmatched: () => readonly string[];
}

/** Fails where an item that `--only` names was not found. */
export function requireMatches({ unmatched }: Selection, message: string): void {
  const missing = unmatched();
  if (missing.length > 0) throw new CommandError(`--only ${missing.join(', ')}: ${message} such an item.`);
}

/** Reads `--only`. Fails where a name is none of a noun. */
export function selectItems(only: readonly string[] = []): Selection {
  const parts = only.map((each) => {
    const [name = '', ...rest] = each.split('/');
    return { name, key: rest.join('/'), each };
  });
  const unmatched = new Set(parts.flatMap(({ key, each }) => (key === '' ? [] : [each])));
  for (const { name } of parts)
    if (!nouns.some((noun) => noun.name === name))
      throw new CommandError(`--only ${name}: one of ${nouns.map((noun) => noun.name).join(', ')} is expected.`);
  return {
    nouns: nouns.filter((noun) => parts.length === 0 || parts.some(({ name }) => name === noun.name)),
    includes(noun, key) {
      const matched = parts.filter(
        (part) => part.name === noun.name && ['', key, noun.shortNameOf?.(key)].includes(part.key),
      );
      for (const { each } of matched) unmatched.delete(each);
      return parts.length === 0 || matched.length > 0;
    },
    unmatched: () => [...unmatched],
  };
}
