import type { ComponentChild } from 'preact';
import { TermsInTextDocument, type TermsInTextQuery } from './generated/operations.ts';
import { useLanguage } from './page-context.ts';
import type { Reader } from './reader.ts';
import { Link } from './shell.tsx';

/** A term of the glossary. */
export type Term = NonNullable<TermsInTextQuery['glossaryTerms']>['nodes'][number];

/** The number of characters of a text in which terms are looked for: the address of the request has them. */
const maxTextLength = 1_500;

/** The terms that a text names; none where they cannot be read, because the text is readable without them. */
export async function readTermsIn(
  reader: Reader,
  text: string,
  signal: AbortSignal | undefined,
): Promise<readonly Term[]> {
  if (text === '') return [];
  return reader.read(TermsInTextDocument, { text: text.slice(0, maxTextLength) }, signal).then(
    ({ data }) => data.glossaryTerms?.nodes ?? [],
    () => [],
  );
}

/** The anchor of a term in the glossary. */
export const termAnchor = (uid: string): string => `term-${uid}`;

/** The number of terms that a text marks. */
const maxMarked = 20;

/** Where a text names a term: the words as they stand there. */
interface Mention {
  readonly term: Term;
  readonly start: number;
  readonly end: number;
}

/** Elements in which no term is marked: what stands there is a name, or leads elsewhere. */
const unmarked: ReadonlySet<string> = new Set(['a', 'code', 'pre', 'h3', 'h4', 'h5', 'h6']);

/** Whether terms are marked in an element. */
export const isMarkedIn = (tag: string): boolean => !unmarked.has(tag);

/** Marks the first mention of each term in the texts that it is called with, one after another. */
export class TermMarker {
  readonly #left: Map<string, Term>;
  readonly #patterns: readonly { readonly uid: string; readonly pattern: RegExp }[];

  constructor(terms: readonly Term[]) {
    this.#left = new Map(terms.slice(0, maxMarked).map((term) => [term.uid, term]));
    this.#patterns = [...this.#left.values()]
      .flatMap(({ uid, name, aliases }) => [name, ...aliases].map((text) => ({ uid, text })))
      // a longer name is not marked as the shorter one that it contains
      .sort((one, other) => other.text.length - one.text.length)
      .map(({ uid, text }) => ({ uid, pattern: wordPattern(text) }));
  }

  /** A text with what marks its terms. */
  mark(text: string): ComponentChild {
    const mentions = this.#mentionsIn(text);
    if (mentions.length === 0) return text;
    const parts: ComponentChild[] = [];
    let at = 0;
    for (const { term, start, end } of mentions) {
      parts.push(text.slice(at, start), <MarkedTerm term={term} text={text.slice(start, end)} />);
      at = end;
    }
    return [...parts, text.slice(at)];
  }

  /** The first mentions of the terms that are not marked yet, in their order. */
  #mentionsIn(text: string): readonly Mention[] {
    const mentions: Mention[] = [];
    for (const { uid, pattern } of this.#patterns) {
      const term = this.#left.get(uid);
      const found = term && pattern.exec(text);
      if (!found) continue;
      const [start, end] = [found.index, found.index + found[0].length];
      if (mentions.some((other) => start < other.end && other.start < end)) continue;
      mentions.push({ term, start, end });
      this.#left.delete(uid);
    }
    return mentions.sort((one, other) => one.start - other.start);
  }
}

/** The pattern of a name as a whole word, in any case. */
const wordPattern = (name: string): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}])${name.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&')}(?![\\p{L}\\p{N}])`, 'iu');

/** A term in a text: a button that shows its definition, by the keyboard and without scripts too. */
function MarkedTerm({ term, text }: { readonly term: Term; readonly text: string }) {
  const { t } = useLanguage();
  const id = `definition-${term.uid}`;
  return (
    <>
      <button type="button" class="term" popovertarget={id} title={t('showDefinition', { term: term.name })}>
        {text}
      </button>
      <span popover="auto" id={id} class="definition" role="note">
        <strong dir="auto">{term.name}</strong> <span dir="auto">{term.description}</span>{' '}
        <Link to={`/glossary#${termAnchor(term.uid)}`} data-outside>
          {t('glossary')}
        </Link>
      </span>
    </>
  );
}
