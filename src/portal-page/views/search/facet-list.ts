import { h } from '#portal-page/dom/element.ts';
import type { SearchPageQuery } from '#portal-page/generated/operations.ts';
import type { Language } from '#portal-page/messages/language.ts';
import { facetNames, type FacetName } from './search-parameters.ts';

type Facets = SearchPageQuery['search']['facets'];
type Facet = Facets[number];

/** The facets of the search, as groups of checkboxes. On a narrow screen they are folded. */
export function facetList(
  language: Language,
  facets: Facets,
  onChange: () => void,
  clearedPath: string | undefined,
): HTMLElement {
  const { messages } = language;
  const groups = facetNames.flatMap((name) => {
    const facet = facets.find((each) => each.name === name);
    return facet && facet.values.length > 0 ? [facetGroup(language, name, facet, onChange)] : [];
  });
  return h(
    'details',
    { class: 'facets', id: 'facets', open: matchMedia('(min-width: 48rem)').matches || clearedPath !== undefined },
    h('summary', {}, messages.filters),
    clearedPath !== undefined && h('p', {}, h('a', { href: clearedPath, id: 'clear' }, messages.clearFilters)),
    groups,
  );
}

function facetGroup(language: Language, name: FacetName, { values }: Facet, onChange: () => void): HTMLElement {
  return h(
    'fieldset',
    {},
    h('legend', {}, language.messages.facets[name]),
    values.map(({ value, label, count, state }) =>
      h(
        'label',
        { class: 'check' },
        h('input', {
          type: 'checkbox',
          name,
          value,
          id: `${name}=${value}`,
          checked: state === 'refined',
          on: { change: onChange },
        }),
        h('span', { class: 'check-label' }, labelOf(language, name, value, label)),
        count !== null && h('span', { class: 'check-count' }, language.number(count)),
      ),
    ),
  );
}

function labelOf({ messages, code }: Language, name: FacetName, value: string, label: string): string {
  if (name === 'features')
    return Object.entries(messages.features).find(([feature]) => feature === value)?.[1] ?? label;
  if (name === 'language' && /^[a-z]{2,3}$/.test(value))
    return new Intl.DisplayNames(code, { type: 'language' }).of(value) ?? label;
  return label;
}
