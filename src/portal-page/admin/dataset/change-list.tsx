import { ScrollBox } from '#portal-page/views/view-parts.tsx';
import { useAdmin } from '../admin-context.ts';
import type { OneChangeFragment } from '../generated/operations.ts';

/** The longest text of a value that is shown; the API has all of it. */
const maxLength = 400;

/** Changes as a table: what, its value before, and its value after. */
export function ChangeList({ changes }: { readonly changes: readonly OneChangeFragment[] }) {
  const { t } = useAdmin().texts;
  if (changes.length === 0) return <p>{t('noChanges')}</p>;
  return (
    <ScrollBox label={t('changesTitle')}>
      <table class="changes">
        <thead>
          <tr>
            <th scope="col">{t('changed')}</th>
            <th scope="col">{t('before')}</th>
            <th scope="col">{t('after')}</th>
          </tr>
        </thead>
        <tbody>
          {changes.map(({ path, before, after }) => (
            <tr key={path.join('/')}>
              <th scope="row">
                <code>{path.join(' › ')}</code>
              </th>
              <td dir="auto">{before !== null && <del>{textOf(before)}</del>}</td>
              <td dir="auto">{after !== null && <ins>{textOf(after)}</ins>}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}

/** A value as a text of limited length. */
export function textOf(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > maxLength ? `${text.slice(0, maxLength)}…` : text;
}
