import type { CombinedError } from '@urql/core';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { messageOf, usePage } from '../page-context.ts';
import { Link } from '../shell.tsx';
import { ProgressBar } from '../views/progress-bar.tsx';
import { errorOf } from './admin-client.ts';
import { useAdmin } from './admin-context.ts';
import type { PagesFragment } from './generated/operations.ts';

/** What the graph refused or could not read, in the language of the visitor. */
export function ErrorNote({ error }: { readonly error: CombinedError | undefined }) {
  const { language } = usePage();
  return <div role="alert">{error && <p class="error">{messageOf(language, errorOf(error))}</p>}</div>;
}

/** That something is read or done, for all to see and hear. */
export const Working = ({
  label,
  share,
}: {
  readonly label: string | undefined;
  /** How much of it is done, of 1; undefined where that is not known. */
  readonly share?: number | undefined;
}) => (
  <div role="status">
    {label !== undefined && (
      <p class="working">
        <ProgressBar label={label} share={share} />
      </p>
    )}
  </div>
);

/** The head of a screen. One that reads an object has it in the same place before and after, so that its heading keeps the focus. */
export const ScreenHead = ({
  title,
  link,
  children,
}: {
  readonly title: string;
  /** Where else the object is seen. */
  readonly link?: ComponentChildren;
  readonly children?: ComponentChildren;
}) => (
  <div class="screen-head">
    <div>
      <h1 tabIndex={-1} dir="auto">
        {title}
      </h1>
      {children}
    </div>
    {link}
  </div>
);

/** The part of a list that an address asks for. */
export function windowOf(parameters: URLSearchParams, size: number) {
  const before = parameters.get('before');
  return before === null ? { first: size, after: parameters.get('after') } : { last: size, before };
}

/** Links to the parts of a list before and after. */
export function CursorLinks({
  info,
  parameters,
}: {
  readonly info: PagesFragment;
  readonly parameters: URLSearchParams;
}) {
  const { language, url } = usePage();
  const link = (rel: 'prev' | 'next', cursor: string | null, label: string) => {
    const changed = new URLSearchParams(parameters);
    for (const name of ['after', 'before']) changed.delete(name);
    if (cursor !== null) changed.set(rel === 'next' ? 'after' : 'before', cursor);
    return (
      <Link to={`${url.pathname}?${changed}`} id={rel} rel={rel} class="button">
        {label}
      </Link>
    );
  };
  if (!info.hasPreviousPage && !info.hasNextPage) return null;
  return (
    <nav class="pagination" aria-label={language.t('pages')}>
      {info.hasPreviousPage && link('prev', info.startCursor, language.t('previous'))}
      {info.hasNextPage && link('next', info.endCursor, language.t('next'))}
    </nav>
  );
}

/** A dialog above the page, which Escape closes. */
export function Dialog({
  title,
  onClose,
  children,
}: {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  return (
    <dialog ref={dialog} class="plan" aria-labelledby="dialog-title" onClose={onClose}>
      <h2 id="dialog-title">{title}</h2>
      {children}
    </dialog>
  );
}

/** The filters of a list, which the address holds: each change shows the list again, from its start. */
export function FilterForm({
  names,
  children,
}: {
  readonly names: readonly string[];
  readonly children: ComponentChildren;
}) {
  const { url, browser, addressOf } = usePage();
  const { t } = useAdmin().texts;
  const show = (form: HTMLFormElement): void => {
    const entered = new FormData(form);
    const filled = new URLSearchParams();
    for (const name of names) {
      const value = entered.get(name);
      if (typeof value === 'string' && value.trim() !== '') filled.set(name, value.trim());
    }
    browser?.navigate(filled.size === 0 ? url.pathname : `${url.pathname}?${filled}`);
  };
  return (
    <form
      class="filters"
      role="search"
      action={addressOf(url.pathname)}
      onSubmit={(event) => {
        event.preventDefault();
        show(event.currentTarget);
      }}
      onChange={({ currentTarget }) => show(currentTarget)}
    >
      {children}
      <button type="submit">{t('showList')}</button>
    </form>
  );
}

/** A choice among the filters of a list; the first is taken where the address has none. */
export function FilterChoice({
  name,
  label,
  value,
  choices,
}: {
  readonly name: string;
  readonly label: string;
  readonly value: string;
  readonly choices: readonly (readonly [value: string, label: string])[];
}) {
  return (
    <p class="question">
      <label for={`filter-${name}`}>{label}</label>
      <select id={`filter-${name}`} name={name} value={value}>
        {choices.map(([choice, text]) => (
          <option value={choice} selected={choice === value}>
            {text}
          </option>
        ))}
      </select>
    </p>
  );
}

/** A text among the filters of a list. */
export const FilterText = ({
  name,
  label,
  value,
}: {
  readonly name: string;
  readonly label: string;
  readonly value: string;
}) => (
  <p class="question">
    <label for={`filter-${name}`}>{label}</label>
    <input id={`filter-${name}`} name={name} type="search" value={value} maxLength={200} dir="auto" />
  </p>
);
