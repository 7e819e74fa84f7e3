import { useAdmin } from '../admin-context.ts';

/** Which resource is previewed; nothing where there is one alone. */
export function ResourceChoice({
  resources,
  value,
  set,
}: {
  readonly resources: readonly { readonly uid: string; readonly title: string }[];
  readonly value: string;
  readonly set: (uid: string) => void;
}) {
  const { t } = useAdmin().texts;
  if (resources.length < 2) return null;
  return (
    <p class="question">
      <label for="previewed-resource">{t('source')}</label>
      <select id="previewed-resource" value={value} onChange={({ currentTarget }) => set(currentTarget.value)}>
        {resources.map(({ uid, title }) => (
          <option value={uid} selected={uid === value}>
            {title}
          </option>
        ))}
      </select>
    </p>
  );
}
