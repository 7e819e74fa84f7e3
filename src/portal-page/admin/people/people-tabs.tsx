import { usePage } from '#portal-page/page-context.ts';
import { Link } from '#portal-page/shell.tsx';
import { useAdmin } from '../admin-context.ts';

const tabs = [
  ['/admin/people', 'users'],
  ['/admin/people/groups', 'groups'],
  ['/admin/people/providers', 'providers'],
] as const;

/** The lists of those who use the catalog. */
export function PeopleTabs() {
  const { url } = usePage();
  const { t } = useAdmin().texts;
  return (
    <nav class="tabs" aria-label={t('people')}>
      {tabs.map(([path, title]) => (
        <Link key={path} to={path} aria-current={url.pathname === path ? 'page' : undefined}>
          {t(title)}
        </Link>
      ))}
    </nav>
  );
}
