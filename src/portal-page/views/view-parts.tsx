import type { ComponentChildren } from 'preact';
import { messageOf, type Page, useLanguage, usePage } from '../page-context.ts';
import { Link } from '../shell.tsx';
import type { Removal } from '../rendering.ts';
import type { OpenedView } from '../view.tsx';

/** The pages of a list. */
interface Pages {
  /** The page that is shown, from 1 on. */
  readonly page: number;
  readonly pages: number;
  readonly pathOf: (page: number) => string;
}

/** Links to the pages before and after; nothing for a list of one page. */
export function Pagination({ page, pages, pathOf }: Pages) {
  const { t } = useLanguage();
  if (pages <= 1 && page === 1) return null;
  const link = (target: number, id: string, label: string) =>
    target >= 1 &&
    target <= pages && (
      <Link to={pathOf(target)} id={id} rel={id} class="button">
        {label}
      </Link>
    );
  return (
    <nav class="pagination" aria-label={t('pages')}>
      {link(Math.min(page - 1, pages), 'prev', t('previous'))}
      <span>{t('pageOf', { page, pages })}</span>
      {link(page + 1, 'next', t('next'))}
    </nav>
  );
}

/** A note in place of a part that could not be read. */
export function FailureNote({ error }: { readonly error: unknown }) {
  const language = useLanguage();
  return (
    <span class="error" role="alert">
      {messageOf(language, error)}
    </span>
  );
}

/** A titled part of a page, which screen readers list as a landmark. */
export const Section = ({
  id,
  title,
  children,
}: {
  readonly id: string;
  readonly title: string;
  readonly children: ComponentChildren;
}) => (
  <section class="part" id={id} aria-labelledby={`${id}-title`}>
    <h2 id={`${id}-title`}>{title}</h2>
    {children}
  </section>
);

/** A box that scrolls sideways, which the keyboard can reach. */
export const ScrollBox = ({ label, children }: { readonly label: string; readonly children: ComponentChildren }) => (
  <div class="scroll" role="group" tabIndex={0} aria-label={label}>
    {children}
  </div>
);

/** A view in the middle of an otherwise empty page. */
export const CenteredView = ({ title, children }: { readonly title: string; readonly children: ComponentChildren }) => (
  <div class="centered">
    <h1 tabIndex={-1}>{title}</h1>
    {children}
  </div>
);

/** The view in place of one that could not be read. */
export const failureView = (error: unknown): OpenedView => ({
  head: ({ language }) => ({ title: language.t('failedTitle'), isHidden: true }),
  body: <Failure error={error} />,
  isFound: true,
});

function Failure({ error }: { readonly error: unknown }) {
  const { language, browser } = usePage();
  return (
    <CenteredView title={language.t('failedTitle')}>
      <p>{messageOf(language, error)}</p>
      <p>
        <button type="button" class="primary" onClick={browser?.reload}>
          {language.t('tryAgain')}
        </button>
      </p>
    </CenteredView>
  );
}

/** The view of an address at which nothing is, and of one from which something was removed. */
export const missingView = (removal: Removal | undefined): OpenedView => ({
  head: ({ language }: Page) => ({ title: language.t(removal ? 'removedTitle' : 'notFoundTitle'), isHidden: true }),
  body: <Missing removal={removal} />,
  isFound: false,
  removal,
});

function Missing({ removal }: { readonly removal: Removal | undefined }) {
  const { t, date } = useLanguage();
  const text = () => {
    if (!removal) return t('notFound');
    return removal.day === null ? t('removed') : t('removedOn', { date: date(removal.day) });
  };
  return (
    <CenteredView title={t(removal ? 'removedTitle' : 'notFoundTitle')}>
      <p>{text()}</p>
      <p>
        <Link to="/">{t('backToSearch')}</Link>
      </p>
    </CenteredView>
  );
}
