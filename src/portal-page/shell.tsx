import type { ComponentChildren } from 'preact';
import { AccountMenu } from './account-menu.tsx';
import { adminPath, isEmbedded, isOfPage } from './address.ts';
import { isIdentified, usePage } from './page-context.ts';
import { picturePath, siteName } from './site.ts';

/** A link to a path of this server, or to an address elsewhere. */
export function Link({
  to,
  children,
  ...attributes
}: {
  readonly to: string;
  readonly children: ComponentChildren;
  readonly [attribute: string]: unknown;
}) {
  const { addressOf } = usePage();
  return (
    <a {...attributes} href={addressOf(to)}>
      {children}
    </a>
  );
}

/** A link that the settings of the portal have: to a path of the page, to another one of this server, or to an address elsewhere. */
function SiteLink({ to, children }: { readonly to: string; readonly children: ComponentChildren }) {
  const isInside = to.startsWith('/') && isOfPage({ pathname: to.replace(/[?#].*/, '') });
  return (
    <Link to={to} {...(!isInside && { 'data-outside': true })}>
      {children}
    </Link>
  );
}

/** The page around a view: header, navigation, main, footer, and a live region. */
export function Shell({
  notice,
  dialog,
  children,
}: {
  readonly notice: string | undefined;
  /** What is open above the page. */
  readonly dialog?: ComponentChildren;
  readonly children: ComponentChildren;
}) {
  const page = usePage();
  const { t } = page.language;
  if (isEmbedded(page.url))
    return (
      <main id="main" class="embedded" tabIndex={-1}>
        {children}
      </main>
    );
  return (
    <>
      <a class="skip" href="#main">
        {t('skipToContent')}
      </a>
      <Header />
      <div class="notice" role="alert">
        {notice !== undefined && <p class="note">{notice}</p>}
      </div>
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      <Footer />
      <div class="visually-hidden" role="status" aria-live="polite" id="announcement" />
      {dialog}
    </>
  );
}

function Header() {
  const page = usePage();
  const { url, language, browser } = page;
  const { t } = language;
  const hasKey = browser?.keys.read() !== undefined;
  const place = (path: string, text: string) => (
    <Link to={path} aria-current={url.pathname === path ? 'page' : undefined}>
      {text}
    </Link>
  );
  return (
    <header class="site-header">
      <Brand />
      <nav aria-label={t('siteNavigation')}>
        {place('/', t('catalog'))}
        {place('/forms', t('forms'))}
        {(isIdentified(page) || url.pathname === '/publications') && place('/publications', t('publications'))}
        {(isIdentified(page) || url.pathname.startsWith(adminPath)) && place(adminPath, t('admin'))}
      </nav>
      <div class="header-actions">
        <AccountMenu />
        <button type="button" class="key" aria-haspopup="dialog" onClick={browser?.askForKey}>
          {hasKey ? t('changeKey') : t('enterKey')}
        </button>
      </div>
    </header>
  );
}

/** The logo and the name of the portal. The logo says nothing that the name does not. */
function Brand() {
  const { settings } = usePage();
  const { logo } = settings;
  return (
    <Link class={logo ? 'brand has-logo' : 'brand'} to="/">
      {logo && <img src={picturePath(logo)} alt="" width={logo.pixelWidth} height={logo.pixelHeight} />}
      <span>{siteName(settings)}</span>
    </Link>
  );
}

function Footer() {
  const { settings, language } = usePage();
  const { t } = language;
  const { footerText, footerLinks, legalPages, contact } = settings;
  return (
    <footer class="site-footer">
      <p class="footer-text" dir="auto">
        {footerText ?? t('footer')}
      </p>
      <LanguageSwitch />
      <nav class="links" aria-label={t('footerNavigation')}>
        {footerLinks.map(({ label, url }) => (
          <SiteLink to={url}>{label}</SiteLink>
        ))}
        {legalPages.map(({ kind, url }) => (
          <SiteLink to={url}>{t(`legalPages.${kind}`)}</SiteLink>
        ))}
        {contact?.email != null && <a href={`mailto:${contact.email}`}>{contact.name ?? t('contactUs')}</a>}
        <Link to="/graphiql" data-outside>
          {t('graphEditor')}
        </Link>
        <Link to="/docs" data-outside>
          {t('restDocumentation')}
        </Link>
      </nav>
    </footer>
  );
}

/** Links to this page in the other languages, each in its own words. The server remembers the choice. */
function LanguageSwitch() {
  const { url, language, languages } = usePage();
  const addressIn = (code: string): string => {
    const parameters = new URLSearchParams(url.search);
    parameters.set('lang', code);
    return `${url.pathname}?${parameters}`;
  };
  return (
    <nav class="languages" aria-label={language.t('language')}>
      {languages.map((code) => (
        <Link
          key={code}
          to={addressIn(code)}
          lang={code}
          hreflang={code}
          rel="nofollow"
          data-outside
          aria-current={code === language.code ? 'true' : undefined}
        >
          {new Intl.DisplayNames(code, { type: 'language' }).of(code) ?? code}
        </Link>
      ))}
    </nav>
  );
}
