import { graph, statement } from '../operations/operation.ts';
import { byHand, facetsOf } from './asked.ts';
import { pick, pickEach, searchedWord, type Asked, type Exploration } from './exploration.ts';

const names = ['theme', 'keyword', 'publisher', 'license', 'language'];
const card = 'datasetId title publisher keywords modified: modifiedAt';

/** A page of 20 cards with the total and five facets; the number varies what is asked. */
function search(
  order: 'MODIFIED_AT' | 'RELEVANCE',
  textAt: (at: number) => string,
  limitAt: (at: number) => number,
): Asked {
  const [first = '', ...others] = names;
  const facets = `[{ field: "${first}", limit: $limit }, ${others.map((name) => `{ field: "${name}" }`).join(', ')}]`;
  const query = `query Search($text: String!, $limit: Int!) { catalog(query: $text, orderBy: { field: ${order}, direction: ${order === 'RELEVANCE' ? 'ASC' : 'DESC'} }) {
    totalCount edges { node { ${card} } } facets(facets: ${facets}) { name values { value count } }
  } }`;
  return {
    call: (_facts, at) => graph(query, { text: textAt(at), limit: limitAt(at) }),
    result: (answer) => {
      const found = pick(answer, 'data', 'catalog');
      return {
        total: pick(found, 'totalCount'),
        datasets: pickEach(pick(found, 'edges'), 'node'),
        facets: facetsOf(pick(found, 'facets')),
      };
    },
  };
}

const none = (): string => '';
const limit = (at: number): number => 100 + ((at * 7) % 19_000);
const same = (): number => 100;

/** A word whose last letter is wrong. */
const misspelt = (at: number): string => `${searchedWord(at).slice(0, -1)}x`;

/** Searches over the whole catalog. */
export const searches: readonly Exploration[] = [
  {
    title: 'search without words, five facets, first time',
    isSlow: true,
    aims: { aloneMs: 25 },
    asked: { catalograph: search('MODIFIED_AT', none, limit), typed: byHand(() => statement('everything')) },
  },
  {
    title: 'search of a word, five facets, first time',
    isSlow: true,
    aims: { aloneMs: 25 },
    asked: {
      catalograph: search('MODIFIED_AT', searchedWord, same),
      typed: byHand((at) => statement('words', searchedWord(at))),
    },
  },
  {
    title: 'search of a word by relevance, five facets, first time',
    isSlow: true,
    aims: { aloneMs: 25 },
    asked: { catalograph: search('RELEVANCE', searchedWord, same) },
  },
  {
    title: 'search of a misspelt word, five facets, first time',
    isSlow: true,
    aims: { aloneMs: 25 },
    asked: { catalograph: search('RELEVANCE', misspelt, same) },
  },
  {
    title: 'search of a word, five facets, again',
    aims: { aloneMs: 25 },
    asked: { catalograph: search('RELEVANCE', () => searchedWord(0), same) },
  },
];
