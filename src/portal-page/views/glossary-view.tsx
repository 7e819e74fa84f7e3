import type { Address } from '../address.ts';
import { GlossaryPageDocument, type GlossaryPageQuery } from '../generated/operations.ts';
import { usePage } from '../page-context.ts';
import { termAnchor } from '../terms.tsx';
import type { View } from '../view.tsx';

type At = Extract<Address, { view: 'glossary' }>;
type Term = NonNullable<GlossaryPageQuery['glossaryTerms']>['nodes'][number];

/** The glossary: its terms under their letters, all of them or those that contain a text. */
export const glossaryView: View<At, readonly Term[]> = {
  async load({ reader, signal }, { text }) {
    const { data } = await reader.read(GlossaryPageDocument, { text: text === '' ? null : text }, signal);
    return data.glossaryTerms?.nodes ?? [];
  },
  head: (terms, { language: { t } }, { text }) => ({
    title: t('glossary'),
    description: t('glossaryDescription'),
    canonicalPath: '/glossary',
    isHidden: text !== '',
    announcement: t('terms', { count: terms.length }),
  }),
  Body: Glossary,
};

function Glossary({ data: terms, address: { text } }: { readonly data: readonly Term[]; readonly address: At }) {
  const { addressOf, browser, language } = usePage();
  const { t } = language;
  // a search is answered in the order of its ranks; the letters are in their own
  const letters = [...Map.groupBy(terms, ({ name }) => letterOf(name, language.code))].toSorted(([one], [other]) =>
    one.localeCompare(other, language.code),
  );
  return (
    <div class="glossary">
      <h1 tabIndex={-1}>{t('glossary')}</h1>
      <form
        role="search"
        class="search-box"
        action={addressOf('/glossary')}
        method="get"
        onSubmit={(event) => {
          event.preventDefault();
          const words = new FormData(event.currentTarget).get('q');
          const query = typeof words === 'string' && words.trim() !== '' ? `?${new URLSearchParams({ q: words })}` : '';
          browser?.navigate(`/glossary${query}`);
        }}
      >
        <label for="terms" class="visually-hidden">
          {t('glossarySearch')}
        </label>
        <input id="terms" type="search" name="q" value={text} placeholder={t('glossarySearch')} autocomplete="off" />
        <button type="submit" class="primary">
          {t('search')}
        </button>
      </form>
      {letters.length === 0 && <p class="empty">{t('noTerms')}</p>}
      {letters.length > 1 && (
        <nav class="letters" aria-label={t('letters')}>
          {letters.map(([letter]) => (
            <a href={`#letter-${letter}`}>{letter}</a>
          ))}
        </nav>
      )}
      {letters.map(([letter, ofLetter]) => (
        <section key={letter} aria-labelledby={`letter-${letter}`}>
          <h2 id={`letter-${letter}`}>{letter}</h2>
          <dl class="terms">
            {ofLetter.map((term) => (
              <div key={term.uid} id={termAnchor(term.uid)}>
                <dt dir="auto">{term.name}</dt>
                <dd dir="auto">
                  {term.aliases.length > 0 && (
                    <p class="quiet">{t('alsoCalled', { names: term.aliases.join(', ') })}</p>
                  )}
                  {term.description}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  );
}

/** The letter under which a term stands: its first one without accents, or `#` for digits and signs. */
function letterOf(name: string, language: string): string {
  const first = name.trim().normalize('NFKD').replace(/\p{M}/gu, '').at(0) ?? '';
  return /\p{L}/u.test(first) ? first.toLocaleUpperCase(language) : '#';
}
